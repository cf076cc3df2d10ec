import ModelSchema

extension Explanation {
  /// Codes about types and their relations.
  static let types: [DiagnosticCode: Explanation] = [
    .unknownType: Explanation(
      "no schema declares a type that is used",
      """
      All schemas that belong together must be compiled in one run. Declare a type that is written
      by hand or is in another module with %type (with library= for its module), and an identifier
      that is written by hand with %type name=… kind=identifier. A class that is written with '*', as
      in Objective-C, is taken to be written by hand, with a warning.
      """,
      wrong: [Example("Room.value", "Room {\n  Topic topic\n}\n")],
      right: [
        Example("Room.value", "Room {\n  Topic topic\n}\n"),
        Example("Topic.value", "Topic {\n  String text\n}\n"),
      ]),
    .unsupportedType: Explanation(
      "a type cannot be used in this place",
      """
      Models hold values, and those of a type with coding are written as JSON: a class, a block or a
      value that is known only by its protocol needs a %transformer, or a type that excludes coding.
      Sets and the keys of tables need comparable values, and all values of an enum have one kind.
      """,
      wrong: [Example("Job.value", "Job includes(coding) {\n  Class handler\n}\n")],
      right: [Example("Job.value", "Job excludes(coding) {\n  Class handler\n}\n")]),
    .tooManyFields: Explanation(
      "a type has more than 1023 fields",
      """
      Swift compiles no longer list of parameters than that of 1023 fields. Fields that belong
      together are better off in their own type.
      """,
      wrong: [Example("Wide.value", "Wide {\n\(fields(1024))}\n")],
      right: [
        Example("Wide.value", "Wide {\n\(fields(1000))  Rest rest\n}\n"),
        Example("Rest.value", "Rest {\n\(fields(24))}\n"),
      ]),
    .conflictingLayers: Explanation(
      "layers of a schema contradict each other",
      """
      The layers of "allOf", "extends" and the keywords beside "$ref" are merged into one type,
      which has to satisfy all of them. If one says string and another says number, no document can.
      """,
      wrong: [
        Example(
          "a.json",
          """
          {
            "title": "A", "type": "object",
            "allOf": [
              {"properties": {"x": {"type": "string"}}},
              {"properties": {"x": {"type": "integer"}}}
            ]
          }

          """)
      ],
      right: [
        Example(
          "a.json",
          """
          {
            "title": "A", "type": "object",
            "allOf": [
              {"properties": {"x": {"type": "number"}}},
              {"properties": {"x": {"type": "integer"}}}
            ]
          }

          """)
      ]),
    .endlessType: Explanation(
      "every value of a type would contain another one, without end",
      """
      A required field whose type leads back to the enclosing type needs a value that needs a value
      and so on: no document could ever be long enough. Make a field on the path nullable, or a
      list.
      """,
      wrong: [Example("Node.value", "Node {\n  %nonnull\n  Node next\n}\n")],
      right: [Example("Node.value", "Node {\n  Node? next\n}\n")]),
    .invalidDefault: Explanation(
      "a default is not a value of the field's type",
      """
      The default is the value of a field that a document omits. It is written like the value in
      JSON, and for an enum as the name of a case; the only default of a list is an empty list.
      """,
      wrong: [Example("Room.value", "Room {\n  %default value=many\n  Int count\n}\n")],
      right: [Example("Room.value", "Room {\n  %default value=0\n  Int count\n}\n")]),
    .invalidCodingKey: Explanation(
      "the keys of a type's fields are ambiguous or empty",
      """
      Every field has its own key path in JSON. Two fields cannot share one, a key is not empty, and
      the value of one field cannot also be the object that contains another one.
      """,
      wrong: [
        Example(
          "User.value",
          "User {\n  %codingKey name=n\n  String name\n  %codingKey name=n\n  Int number\n}\n")
      ],
      right: [
        Example("User.value", "User {\n  %codingKey name=n\n  String name\n  Int number\n}\n")
      ]),
  ]

  private static func fields(_ count: Int) -> String {
    (1...count).map { "  Int field\($0)\n" }.joined()
  }
}
