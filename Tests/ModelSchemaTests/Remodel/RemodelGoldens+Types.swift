extension RemodelGolden {
  static let types: [RemodelGolden] = [
    .init(
      "Words of C", path: "User.value",
      """
      User {
        unsigned int a
        const int b
        struct point c
        long long d
        let e
      }
      """,
      """
      2:3 unsupported-type: 'unsigned' is not the name of a type
        Write one word: 'uint32_t', 'int64_t', 'NSUInteger'.
      3:3 unsupported-type: 'const' is not the name of a type
        Remove 'const': values do not change.
      4:3 unsupported-type: 'struct' is not the name of a type
        Write the name of the type alone.
      5:3 unsupported-type: 'long' is not the name of a type
        Write one word: 'int64_t' or 'double'.
      6:3 unsupported-type: 'let' is not the name of a type
        Write 'Type name', without 'let'.
      """),
    .init(
      "Marks behind a type", path: "User.value",
      """
      User {
        NSString **a
        String?? b
        String! c
        void (^d)(void)
      }
      """,
      """
      2:13 unsupported-type: a pointer to a pointer cannot be a field
        Write one '*'.
      3:10 unsupported-type: an optional of an optional cannot be a field
        Write one '?'.
      4:9 unsupported-type: an implicitly unwrapped optional cannot be a field
        Write '?' or nothing.
      5:9 unsupported-type: a block cannot be a field
        Give it a name in Swift, and write '%type name=… kind=opaque'.
      """),
    .init(
      "A bad name of a named type", path: "User.value",
      """
      User {
        Bücher a
        3D b
        Outer.2 c
      }
      """,
      """
      2:3 invalid-name: 'B?cher' is not a valid name of a type
        Use letters, digits and underscores.
      3:3 invalid-name: '3D' is not a valid name of a type
        Use letters, digits and underscores.
      4:3 invalid-name: 'Outer.2' is not a valid name of a type
        Use letters, digits and underscores.
      """),
    .init(
      "Classes without a pointer", path: "User.value",
      """
      User {
        NSString a
        NSArray<NSString> *b
        NSInteger *c
        String *d
        id *e
        [Int] *f
        [String: Int] *g
      }
      """,
      """
      2:3 unsupported-type: 'NSString' is an Objective-C class
        Write 'NSString *'.
      3:11 unsupported-type: 'NSString' is an Objective-C class
        Write 'NSString *'.
      4:3 unsupported-type: 'NSInteger' cannot be a pointer
        Remove the '*'.
      5:3 unsupported-type: 'String' cannot be a pointer
        Remove the '*'.
      6:3 unsupported-type: 'id' cannot be a pointer
        Remove the '*'.
      7:3 unsupported-type: an array in Swift's spelling cannot be a pointer
        Remove the '*'.
      8:3 unsupported-type: a dictionary in Swift's spelling cannot be a pointer
        Remove the '*'.
      """),
    .init(
      "Types that hold no data", path: "User.value",
      """
      User {
        IMP a
        dispatch_queue_t b
        UUID c
        Decimal d
        AnyObject e
        Character f
        [IMP] g
        Self h
      }
      """,
      """
      2:3 unsupported-type: 'IMP' cannot be a field
        Values hold data: remove the field.
      3:3 unsupported-type: 'dispatch_queue_t' cannot be a field
        Values hold data: remove the field.
      4:3 unsupported-type: 'UUID' cannot be a field
        Write 'String', or '%type name=… kind=identifier' for your own type.
      5:3 unsupported-type: 'Decimal' cannot be a field
        Write 'Double', or 'String' to keep every digit.
      6:3 unsupported-type: 'AnyObject' cannot be a field
        Write 'Any' for any JSON value.
      7:3 unsupported-type: 'Character' cannot be a field
        Write 'String'.
      8:4 unsupported-type: 'IMP' cannot be a field
        Values hold data: remove the field.
      9:3 unsupported-type: 'Self' cannot be a field
        Name the type itself.
      """),
    .init(
      "Types without JSON where coding is asked for", path: "User.value",
      """
      %type name=Canvas kind=opaque
      User includes(RMCoding) {
        Class a
        dispatch_block_t b
        id<Named> c
        [String: AnyClass] d
        Canvas *e
        %transformer name=ClassName
        Class f
        id<NSString *> g
      }
      """,
      """
      3:3 unsupported-type: JSON has no 'Class', and 'User' has coding
        Write 'excludes(coding)' after the type's name, or '%transformer name=…' above the field.
      4:3 unsupported-type: JSON has no 'dispatch_block_t', and 'User' has coding
        Write 'excludes(coding)' after the type's name, or '%transformer name=…' above the field.
      5:3 unsupported-type: JSON has no 'id', and 'User' has coding
        Write 'excludes(coding)' after the type's name, or '%transformer name=…' above the field.
      6:12 unsupported-type: JSON has no 'AnyClass', and 'User' has coding
        Write 'excludes(coding)' after the type's name, or '%transformer name=…' above the field.
      7:3 unsupported-type: JSON has no 'Canvas', and 'User' has coding
        Write 'excludes(coding)' after the type's name, or '%transformer name=…' above the field.
      10:3 unsupported-type: what stands in the angle brackets is not a protocol
        Write the names of protocols, or the type of the value.
      """),
    .init(
      "Types without JSON where coding is the default", path: "User.value",
      """
      User {
        NSString *name
        Class a
        NSObject<Named> *b
      }
      """,
      """
      3:3 warning unsupported-type: JSON has no 'Class': 'User' is generated without coding
        Write 'excludes(coding)' after the type's name, or '%transformer name=…' above the field.
      """),
    .init(
      "Structures of C", path: "User.value",
      """
      %type name=CGSize library=Shapes
      User {
        CGRect a
        CGSize b
        %transformer name=RangeText
        NSRange c
        UIEdgeInsets *d
      }
      """,
      """
      3:3 warning unsupported-type: JSON has no 'CGRect': your Swift code needs 'extension CGRect: JSONCodable'
        Write it, and '%type name=CGRect library=Foundation' above the type; or write '%transformer name=…' above the field, or 'excludes(coding)'.
      7:3 unsupported-type: a structure cannot be a pointer
        Remove the '*'.
      """),
    .init(
      "Arguments that do not fit", path: "User.value",
      """
      User {
        NSArray<NSString *, NSNumber *> *a
        NSDictionary<NSString *> *b
        Int<String> c
        Box<User *> *d
        Optional<Int, Int> e
        Set f
        Pair<Int> g
        NSString<Foo> *h
      }
      """,
      """
      2:3 unsupported-type: 'NSArray' takes one type in angle brackets
        Write 'NSArray<…>'.
      3:3 unsupported-type: 'NSDictionary' takes two types in angle brackets
        Write 'NSDictionary<…, …>'.
      4:3 unsupported-type: 'Int' takes no types in angle brackets
        Write 'Int' alone.
      5:3 unsupported-type: 'Box' cannot have types as arguments
        Only arrays, sets, dictionaries and optionals can.
      6:3 unsupported-type: 'Optional' takes one type in angle brackets
        Write 'Optional<…>'.
      7:3 unsupported-type: 'Set' does not declare the type of its elements
        Write 'Set<…>'.
      8:3 unsupported-type: 'Pair' cannot have types as arguments
        Only arrays, sets, dictionaries and optionals can.
      9:3 unsupported-type: 'NSString' takes no types in angle brackets
        Write 'NSString' alone.
      """),
    .init(
      "Nulls in places without", path: "User.value",
      """
      User {
        Set<String?> a
      }
      """,
      """
      2:7 unsupported-type: null cannot be in a set
        Remove the '?'.
      """),
    .init(
      "Keys that are no strings", path: "User.value",
      """
      User {
        [Int: String] a
        [UserID: String] b
        NSDictionary<NSNumber *, NSString *> *c
        [String?: Int] d
      }
      """,
      """
      2:4 unsupported-type: the keys of a dictionary are strings in JSON
        Write 'String', or the name of an identifier.
      3:4 unsupported-type: 'UserID' cannot be the key of a dictionary: JSON has strings there
        If it is a string, write '%type name=UserID kind=identifier'.
      4:16 unsupported-type: the keys of a dictionary are strings in JSON
        Write 'String', or the name of an identifier.
      5:4 unsupported-type: the keys of a dictionary are strings in JSON
        Write 'String', or the name of an identifier.
      """),
    .init(
      "Enums that are none", path: "User.value",
      """
      User {
        String(NSUInteger) a
        Kind(NSArray) b
        Kind(Wings) c
        Kind(NSUInteger) *d
      }
      """,
      """
      2:3 unsupported-type: 'String' is not an enum
        Write 'String' without parentheses.
      3:8 unsupported-type: 'NSArray' cannot be the type of an enum's values
        Write a type of whole numbers, such as NSUInteger.
      4:8 unsupported-type: 'Wings' cannot be the type of an enum's values
        Write a type of whole numbers, such as NSUInteger.
      5:3 unsupported-type: an enum cannot be a pointer
        Remove the '*'.
      """),
  ]
}
