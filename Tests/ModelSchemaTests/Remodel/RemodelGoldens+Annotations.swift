extension RemodelGolden {
  static let annotations: [RemodelGolden] = [
    .init(
      "One key twice", path: "User.value",
      """
      User {
        %codingKey name=a name=b
        String name
      }
      """,
      """
      2:21 invalid-annotation: 'name' appears twice in '%codingKey'
        Remove one of the two.
      """),
    .init(
      "A bad name of a type", path: "User.value",
      """
      3User {
        String name
      }
      """,
      """
      1:1 invalid-name: '3User' is not a valid name for a type
        Use letters, digits and underscores, 128 at most.
      """),
    .init(
      "The name of a built-in type", path: "User.value",
      """
      String {
        Int length
      }
      """,
      """
      1:1 invalid-name: 'String' is the name of a built-in type
        Give the type another name.
      """),
    .init(
      "Another name than the file's", path: "User.value",
      """
      Room {
        String topic
      }
      """,
      """
      1:1 warning file-name-mismatch: 'Room' is declared in 'User.value'
        Call the file 'Room.value'.
      """),
    .init(
      "Bad names of fields", path: "User.value",
      """
      User {
        String _
        String naïve
        String nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
      }
      """,
      """
      2:10 invalid-name: '_' is not a valid name for a field
        Use letters, digits and underscores, 128 at most.
      3:10 invalid-name: 'na?ve' is not a valid name for a field
        Use letters, digits and underscores, 128 at most.
      4:10 invalid-name: 'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…' is not a valid name for a field
        Use letters, digits and underscores, 128 at most.
      """),
    .init(
      "Unknown features", path: "User.value",
      """
      User includes(RMBilder, Wings) excludes(codng) {
        String name
      }
      """,
      """
      1:15 unknown-feature: 'RMBilder' is not a feature
        Did you mean 'RMBuilder'?
      1:25 unknown-feature: 'Wings' is not a feature
        The features are builder, codable, coding, description, equality, fetchStatus, hooks, initNotification, matching, merging, undo, unknownKeys; a plugin that --plugin names may define it.
      1:41 unknown-feature: 'codng' is not a feature
        Did you mean 'coding'?
      """),
    .init(
      "Features that contradict each other", path: "User.value",
      """
      User includes(RMBuilder, undo) excludes(builder) {
        String name
      }
      """,
      """
      1:41 conflicting-features: 'builder' is included and excluded
        Remove it from one of the lists.
      """),
    .init(
      "Features without effect", path: "User.value",
      """
      User includes(RenderCPlusPlusFile) excludes(RMCopying, UseForwardDeclarations) {
        String name
      }
      """,
      """
      1:15 warning no-effect: 'RenderCPlusPlusFile' has no effect: it concerns Objective-C files
        Remove it.
      1:45 warning no-effect: 'RMCopying' cannot be excluded: Swift's values always behave this way
        Remove it.
      1:56 warning no-effect: 'UseForwardDeclarations' has no effect: it concerns Objective-C files
        Remove it.
      """),
    .init(
      "A field called description", path: "User.value",
      """
      User includes(RMDescriptionAttributeError) {
        String description
      }
      """,
      """
      2:10 invalid-name: a field cannot be named 'description' here
        Rename the field, or exclude RMDescriptionAttributeError.
      """),
    .init(
      "Annotations in the wrong place", path: "User.value",
      """
      %id
      %nullable
      %discriminator name=type
      User {
        %storage value=inline
        String name
        %singleAttributeSubtype attributeType=Int
        Int age
      }
      """,
      """
      1:1 invalid-annotation: '%id' has no meaning here
        It belongs to a field in a .value file.
      2:1 invalid-annotation: '%nullable' has no meaning here
        It belongs to a field, or a case with %singleAttributeSubtype.
      3:1 invalid-annotation: '%discriminator' has no meaning here
        It belongs to a type in an .adtValue file.
      5:3 invalid-annotation: '%storage' has no meaning here
        It belongs to a type in a .value file.
      7:3 invalid-annotation: '%singleAttributeSubtype' has no meaning here
        It belongs to a case in an .adtValue file.
      """),
    .init(
      "An annotation twice", path: "User.value",
      """
      User {
        %codingKey name=a
        %codingKey name=b
        String name
      }
      """,
      """
      3:3 invalid-annotation: '%codingKey' is repeated here
        Remove one of the two.
      """),
    .init(
      "Keys of annotations", path: "User.value",
      """
      %type library=Chat
      %library
      User {
        %codingKey nam=a
        String name
        %nullable value=true
        Int age
        %default valu=3
        Int size
      }
      """,
      """
      1:1 invalid-annotation: '%type' lacks 'name'
        Write '%type name=…'.
      2:1 invalid-annotation: '%library' lacks 'name'
        Write '%library name=…'.
      4:3 invalid-annotation: '%codingKey' lacks 'name'
        Write '%codingKey name=…'.
      6:13 invalid-annotation: 'value' is not a key of '%nullable'
        It takes no values.
      8:3 invalid-annotation: '%default' lacks 'value'
        Write '%default value=…'.
      """),
    .init(
      "A word that is nearly an annotation", path: "User.value",
      """
      User {
        %nulable
        String name
        %x-ray
        Int age
      }
      """,
      """
      2:3 warning invalid-annotation: '%nulable' is kept for plugins only
        Did you mean '%nullable'?
      """),
    .init(
      "Values of annotations", path: "User.value",
      """
      %visibility value=secret
      %storage value=heap
      %type name=Colour kind=paint
      %type name=\"a b\"
      %type name=String
      %type name=Colour
      %type name=Shade library=\"Paint; import Evil\"
      User {
        Colour colour
      }
      """,
      """
      1:19 invalid-annotation: 'secret' is no value of '%visibility'
        Write 'default' or 'hidden'.
      2:16 invalid-annotation: 'heap' is no value of '%storage'
        Write 'automatic' or 'inline' or 'copyOnWrite'.
      3:24 invalid-annotation: 'paint' is no value of '%type'
        Write 'identifier' or 'opaque'.
      4:13 invalid-annotation: 'a b' is not a valid name for a type
        Use letters, digits and underscores.
      5:12 invalid-annotation: 'String' is the name of a built-in type
        Remove the annotation.
      6:1 invalid-annotation: 'Colour' is described a second time
        Remove one of the two.
      7:27 invalid-annotation: 'Paint; import Evil' is not a valid name for a module
        Use letters, digits and underscores.
      """),
    .init(
      "A visibility without effect", path: "User.value",
      """
      %visibility value=hidden
      User {
        String name
      }
      """,
      """
      1:19 warning no-effect: 'hidden' has no effect: all types of a run have one access level
        Choose it with --access on the command line.
      """),
    .init(
      "An import from nowhere", path: "User.value",
      """
      User {
        %import
        Colour colour
        %import library=\"../x\"
        Shade shade
      }
      """,
      """
      2:3 invalid-annotation: '%import' does not say from where
        Write '%import library=…'.
      4:20 invalid-annotation: '../x' is not a valid name for a module
        Use letters, digits and underscores.
      """),
    .init(
      "Nullability that contradicts itself", path: "User.value",
      """
      User {
        %nullable
        %nonnull
        String a
        %nonnull
        String? b
        %id
        String? c
      }
      """,
      """
      3:3 invalid-annotation: the field is '%nonnull', but may be null
        Remove '%nonnull', or what makes it nullable.
      5:3 invalid-annotation: the field is '%nonnull', but may be null
        Remove '%nonnull', or what makes it nullable.
      7:3 invalid-annotation: the identity of a type cannot be null
        Remove '%id', or what makes the field nullable.
      """),
    .init(
      "Two keys", path: "User.value",
      """
      User {
        %codingKey name=a
        %key name=b
        String name
      }
      """,
      """
      3:3 invalid-annotation: '%key' and '%codingKey' say the same thing
        Remove one of the two.
      """),
    .init(
      "Bad keys", path: "User.value",
      """
      User {
        %codingKey name=\"\"
        String a
        %key name=\"x..y\"
        String b
        %legacyKey name=\".\"
        String c
        %codingLegacyKey name=\"\"
        String d
      }
      """,
      """
      2:20 invalid-coding-key: the key is empty
        Write the key of the value in JSON.
      4:14 invalid-coding-key: 'x..y' has an empty part
        Write keys with one dot between them, and '\\.' for a dot inside a key.
      6:20 invalid-coding-key: '.' has an empty part
        Write keys with one dot between them, and '\\.' for a dot inside a key.
      8:26 invalid-coding-key: the key is empty
        Write the key of the value in JSON.
      """),
    .init(
      "Identities", path: "User.value",
      """
      User {
        %id
        [String] a
        %id
        %default value=x
        String b
      }
      """,
      """
      2:3 invalid-annotation: 'a' cannot be the identity of its type
        Use a string, a whole number or an identifier.
      4:3 invalid-annotation: the identity of a type cannot have a default
        Remove '%default' or '%id'.
      """),
    .init(
      "Names of properties", path: "User.value",
      """
      User excludes(coding) includes(codable) {
        %swiftName name="a b"
        String a
        %swiftName name=b.c
        String b
        %swiftName
        String c
      }
      """,
      """
      2:20 invalid-annotation: 'a b' is not a valid name for a property
        Use letters, digits and underscores.
      4:19 invalid-annotation: 'b.c' is not a valid name for a property
        Use letters, digits and underscores.
      6:3 invalid-annotation: '%swiftName' lacks 'name'
        Write '%swiftName name=…'.
      """),
    .init(
      "Optional fields", path: "User.value",
      """
      User {
        %id
        %optional
        String a
        %optional
        %default value=x
        String b
        %optional
        String? c
        %optional
        %nullable
        NSString *d
      }
      """,
      """
      3:3 invalid-annotation: the identity of a type is never absent
        Remove '%optional' or '%id'.
      5:3 invalid-annotation: a field with a default may be absent anyway
        Remove '%optional' or '%default'.
      8:3 invalid-annotation: a field that can be null may be absent anyway
        Remove '%optional', or what makes the field nullable.
      10:3 invalid-annotation: a field that can be null may be absent anyway
        Remove '%optional', or what makes the field nullable.
      """),
    .init(
      "Indexes, transformers, laziness", path: "User.value",
      """
      User {
        %index
        [String] a
        %transformer name=\"f(x)\"
        Date b
        %lazy
        Int c
        %lazy
        %id
        String d
        %lenient
        String e
      }
      """,
      """
      2:3 invalid-annotation: 'a' cannot be a column that is searched
        Remove '%index': it is for strings, numbers, dates and similar types.
      4:22 invalid-annotation: 'f(x)' is not a valid name for a transformer
        Use letters, digits and underscores.
      6:3 invalid-annotation: 'c' is not worth reading late
        Remove '%lazy': it is for strings, collections and your own types.
      8:3 invalid-annotation: 'd' is needed as soon as it is read
        Remove '%lazy'.
      11:3 warning no-effect: '%lenient' has no effect: nothing can stand in for 'e'
        Make the field nullable, or give it a '%default'.
      """),
    .init(
      "Defaults", path: "User.value",
      """
      User {
        %default value=maybe
        Bool a
        %default value=1.5
        Int b
        %default value=300
        UInt8 c
        %default value=-1
        UInt d
        %default value=nan
        Double e
        %default value=\"[1]\"
        [Int] f
        %default value=\"a b\"
        Kind g
        %default value=now
        Date h
        %default value=99999999999999999999
        Int64 i
        %default value=18446744073709551615
        UInt64 j
        %default value=\"\"
        URL k
        %default value=\"http://a b/\"
        URL l
        %default value=\"http://[::1]:80/a b\"
        URL m
      }
      """,
      """
      2:18 invalid-default: 'maybe' is not a boolean
        Write 'true' or 'false'.
      4:18 invalid-default: '1.5' is not a whole number
        Write digits.
      6:18 invalid-default: '300' is not in the range of the type
        Write a number from 0 to 255.
      8:18 invalid-default: '-1' is not in the range of the type
        Write a number from 0 to 18446744073709551615.
      10:18 invalid-default: 'nan' is not a number
        Write a number, such as 0.5.
      12:19 invalid-default: '[1]' is not an empty collection
        Write '[]'.
      14:19 invalid-default: 'a b' is not the name of a case
        Write the name of a case.
      16:3 invalid-default: a field of this type cannot have a default
        Make the field nullable instead.
      18:18 invalid-default: '99999999999999999999' is not in the range of the type
        Write a number from -9223372036854775808 to 9223372036854775807.
      22:19 invalid-default: '' is not an address
        Write it like https://example.org/.
      24:19 invalid-default: 'http://a b/' is not an address
        Write it like https://example.org/.
      """),
  ]
}
