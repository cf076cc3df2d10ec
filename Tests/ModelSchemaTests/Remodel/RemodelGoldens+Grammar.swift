extension RemodelGolden {
  static let grammar: [RemodelGolden] = [
    .init(
      "An empty file", path: "User.value",
      """

      """,
      """
      1:1 syntax: the file declares no type
        Write 'Name { … }'.
      """),
    .init(
      "Only comments", path: "User.value",
      """
      # nothing yet
      """,
      """
      1:14 syntax: the file declares no type
        Write 'Name { … }'.
      """),
    .init(
      "An annotation before nothing", path: "User.value",
      """
      %library name=Chat
      """,
      """
      1:1 invalid-annotation: '%library' precedes no declaration
        Put it above a type, or remove it.
      1:19 syntax: the file declares no type
        Write 'Name { … }'.
      """),
    .init(
      "A file that begins with a brace", path: "User.value",
      """
      {
        String name
      }
      """,
      """
      1:1 syntax: expected the name of a type, found '{'
        Write 'Name { … }'.
      """),
    .init(
      "A second type", path: "User.value",
      """
      User {
        String name
      }
      Room {
        String topic
      }
      """,
      """
      4:1 syntax: a file declares one type, and 'Room' is another
        Move it to a separate file.
      """),
    .init(
      "A brace too many", path: "User.value",
      """
      User {
      }
      }
      """,
      """
      3:1 syntax: expected the name of a type, found '}'
        Write 'Name { … }'.
      """),
    .init(
      "No opening brace", path: "User.value",
      """
      User
        String name
      }
      """,
      """
      2:3 syntax: expected '{' after 'User', found 'String'
        Put the members in braces.
      """),
    .init(
      "Something before the brace", path: "User.value",
      """
      User: Base {
        String name
      }
      """,
      """
      1:5 syntax: expected '{' after 'User', found ':'
        Put the members in braces.
      """),
    .init(
      "No closing brace", path: "User.value",
      """
      User {
        String name
      """,
      """
      2:14 syntax: the '{' of line 1 is not closed
        Add '}'.
      """),
    .init(
      "No parenthesis behind includes", path: "User.value",
      """
      User includes undo {
        String name
      }
      """,
      """
      1:15 syntax: expected '(' after 'includes', found 'undo'
        Write 'includes(Name, Name)'.
      """),
    .init(
      "An open parenthesis", path: "User.value",
      """
      User includes(undo {
        String name
      }
      """,
      """
      1:20 syntax: expected ',' or ')', found '{'
        Write 'includes(Name, Name)'.
      """),
    .init(
      "An empty place in a list", path: "User.value",
      """
      User includes(undo, ) {
        String name
      }
      """,
      """
      1:21 syntax: expected the name of a feature, found ')'
        Write 'includes(Name, Name)'.
      """),
    .init(
      "Two lists of one kind", path: "User.value",
      """
      User includes(undo) includes(hooks) {
        String name
      }
      """,
      """
      1:21 syntax: 'includes' is repeated here
        Put all names in one list.
      """),
    .init(
      "A field without a name", path: "User.value",
      """
      User {
        NSString *
        Int age
        String
      }
      """,
      """
      2:13 syntax: the field has no name
        Write 'Type name'.
      4:9 syntax: the field has no name
        Write 'Type name'.
      """),
    .init(
      "A name before its type", path: "User.value",
      """
      User {
        name: String
        Int age
      }
      """,
      """
      2:7 syntax: expected the name of the field, found ':'
        Write the type first: 'Type name'.
      """),
    .init(
      "A case in a value", path: "User.value",
      """
      User {
        text {
          String body
        }
        Int 1
      }
      """,
      """
      2:8 syntax: expected the name of the field, found '{'
        Cases with fields belong in an .adtValue file.
      """),
    .init(
      "A default as in Swift", path: "User.value",
      """
      User {
        Int age = 3
        String name
      }
      """,
      """
      2:11 syntax: expected the end of the field, found '='
        Write '%default value=…' on the line above the field.
      """),
    .init(
      "A field that does not end", path: "User.value",
      """
      User {
        Int age)
        String name
      }
      """,
      """
      2:10 syntax: expected the end of the field, found ')'
        End it with ';' or a new line.
      """),
    .init(
      "Another language's comment", path: "User.value",
      """
      User {
        // the name
        String name
        /* more */
      }
      """,
      """
      2:3 syntax: expected a type, found '/'
        Comments begin with '#', and end with the line.
      4:3 syntax: expected a type, found '/'
        Comments begin with '#', and end with the line.
      """),
    .init(
      "Nullability as in Objective-C", path: "User.value",
      """
      User {
        NSString * _Nullable name
        NSString *__nonnull alias
      }
      """,
      """
      2:14 syntax: '_Nullable' is not a valid name for a field
        Write '%nullable' on the line above the field.
      3:13 syntax: '__nonnull' is not a valid name for a field
        Write '%nonnull' on the line above the field.
      """),
    .init(
      "A strange letter", path: "User.value",
      """
      User {
        @ name
        String \u{1}x
      }
      """,
      """
      2:3 syntax: expected a type, found '@'
        Write 'Type name'.
      3:10 syntax: expected the name of the field, found the byte 0x01
        Write 'Type name'.
      """),
    .init(
      "No type", path: "User.value",
      """
      User {
        ;
        String name
      }
      """,
      """
      2:3 syntax: expected a type, found ';'
        Write 'Type name'.
      """),
    .init(
      "Annotations without a place", path: "User.value",
      """
      User {
        String name
        %nullable
      }
      """,
      """
      3:3 invalid-annotation: '%nullable' precedes no declaration
        Put it above a field, or remove it.
      """),
    .init(
      "An annotation without a name", path: "User.value",
      """
      User {
        % nullable
        String name
      }
      """,
      """
      2:4 syntax: expected the name of an annotation after '%', found ' '
        Write '%name key=value'.
      """),
    .init(
      "A value that is missing", path: "User.value",
      """
      User {
        %codingKey name=
        String name
        %codingKey name={x
        Int age
      }
      """,
      """
      2:19 syntax: expected a value for 'name', found the end of the line
        Write 'name=\"…\"'.
      4:19 syntax: expected a value for 'name', found '{'
        Write 'name=\"…\"'.
      """),
    .init(
      "An open quotation mark", path: "User.value",
      """
      User {
        %codingKey name=\"full_name
        String name
      }
      """,
      """
      2:19 syntax: the quotation mark is not closed in its line
        Add '\"'.
      """),
    .init(
      "Open brackets", path: "User.value",
      """
      User {
        [String names
        [String: Int ages
        NSArray<User * friends
        Kind(NSUInteger kind
        Kind() kind
      }
      """,
      """
      2:11 syntax: expected ']', found 'names'
        Write '[Element]' or '[Key: Value]'.
      3:16 syntax: expected ']', found 'ages'
        Write '[Element]' or '[Key: Value]'.
      4:18 syntax: expected ',' or '>', found 'friends'
        Close the angle brackets of 'NSArray'.
      5:19 syntax: expected ')', found 'kind'
        Write 'Name(NSUInteger)'.
      6:8 syntax: expected the type of the enum's values, found ')'
        Write 'Name(NSUInteger)'.
      """),
    .init(
      "Types that are too deep", path: "User.value",
      """
      User {
        [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[Int]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]] numbers
      }
      """,
      """
      2:35 nesting-too-deep: types nest deeper than 32 levels
        Give the inner type its own name.
      """),
    .init(
      "A file of another kind", path: "User.txt",
      """
      User {}
      """,
      """
      1:1 unknown-file-kind: 'User.txt' is no file of this kind
        End its name with '.value' or '.adtValue'.
      """),
  ]
}
