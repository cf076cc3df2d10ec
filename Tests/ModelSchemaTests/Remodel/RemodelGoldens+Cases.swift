extension RemodelGolden {
  static let cases: [RemodelGolden] = [
    .init(
      "Fields outside of a case", path: "Content.adtValue",
      """
      Content {
        NSString *body
        text { String body }
        Kind(Int) x
        a = b
      }
      """,
      """
      2:12 syntax: expected another case, found '*'
        Put the fields of a case in braces: 'name { Type field }'.
      4:7 syntax: expected another case, found '('
        Put the fields of a case in braces: 'name { Type field }'.
      5:5 syntax: expected another case, found '='
        Put the fields of a case in braces: 'name { Type field }'.
      """),
    .init(
      "Cases without names", path: "Content.adtValue",
      """
      Content {
        { String body }
        @
        text
      }
      """,
      """
      2:3 syntax: expected the name of a case, found '{'
        Write 'name' or 'name { Type field }'.
      3:3 syntax: expected the name of a case, found '@'
        Write 'name' or 'name { Type field }'.
      """),
    .init(
      "An open case", path: "Content.adtValue",
      """
      Content {
        text {
          String body
      }
      """,
      """
      4:2 syntax: the '{' of line 1 is not closed
        Add '}'.
      """),
    .init(
      "Bad names of cases", path: "Content.adtValue",
      """
      Content {
        _ { String body }
        été
      }
      """,
      """
      2:3 invalid-name: '_' is not a valid name for a case
        Use letters, digits and underscores, 128 at most.
      3:3 invalid-name: '?t?' is not a valid name for a case
        Use letters, digits and underscores, 128 at most.
      """),
    .init(
      "A case with a value and fields", path: "Content.adtValue",
      """
      Content {
        %singleAttributeSubtype attributeType=Int
        number { Int value }
      }
      """,
      """
      3:3 invalid-annotation: a case has either one value by '%singleAttributeSubtype' or fields in braces
        Remove one of the two.
      """),
    .init(
      "A case without the type of its value", path: "Content.adtValue",
      """
      Content {
        %singleAttributeSubtype
        number
      }
      """,
      """
      2:3 invalid-annotation: '%singleAttributeSubtype' lacks 'attributeType'
        Write '%singleAttributeSubtype attributeType=…'.
      """),
    .init(
      "Bad types of values", path: "Content.adtValue",
      """
      Content {
        %singleAttributeSubtype attributeType=\"Int Int\"
        a
        %singleAttributeSubtype attributeType=\"NSArray<Int\"
        b
        %singleAttributeSubtype attributeType=\"\"
        c
        %singleAttributeSubtype attributeType=NSString
        d
      }
      """,
      """
      2:46 syntax: expected the end of the type, found 'Int'
        Write one type, and nothing after it.
      4:53 syntax: expected ',' or '>', found the end of the value
        Close the angle brackets of 'NSArray'.
      6:42 syntax: expected a type, found the end of the value
        Write 'Type name'.
      8:41 unsupported-type: 'NSString' is an Objective-C class
        Write 'NSString *'.
      """),
    .init(
      "Annotations of cases", path: "Content.adtValue",
      """
      Content {
        %nullable
        text { String body }
        %id
        image { %index
       String url }
        %codingKey name=\"\"
        file
        %nullable
        %nonnull
        %singleAttributeSubtype attributeType=Int
        number
      }
      """,
      """
      2:3 invalid-annotation: '%nullable' has no meaning here
        It belongs to a field, or a case with %singleAttributeSubtype.
      4:3 invalid-annotation: '%id' has no meaning here
        It belongs to a field in a .value file.
      5:11 invalid-annotation: '%index' has no meaning here
        It belongs to a field in a .value file.
      7:20 invalid-coding-key: the key is empty
        Write the JSON value of the case.
      10:3 invalid-annotation: the value is '%nonnull', but may be null
        Remove '%nonnull', or what makes it nullable.
      """),
    .init(
      "Values beside a discriminator", path: "Content.adtValue",
      """
      %discriminator name=kind
      Content {
        %singleAttributeSubtype attributeType=String
        text
        %singleAttributeSubtype attributeType=\"Image?\"
        image
        file { String kind }
      }
      """,
      """
      3:41 unsupported-type: the value of 'text' is not a JSON object
        Put it into a field: 'text { Type field }'.
      5:42 unsupported-type: the value of 'image' is not a JSON object
        Put it into a field: 'image { Type field }'.
      7:17 invalid-coding-key: the key of 'kind' is the one that distinguishes the cases
        Give the field another '%codingKey', or the type another '%discriminator'.
      """),
    .init(
      "A discriminator without a place", path: "Content.adtValue",
      """
      %discriminator name=\"a.\"
      Content {
        text
      }
      """,
      """
      1:22 invalid-coding-key: 'a.' has an empty part
        Write keys with one dot between them, and '\\.' for a dot inside a key.
      """),
  ]
}
