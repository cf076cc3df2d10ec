import ModelSchema

extension Explanation {
  /// About types, and how they fit together.
  static let types: [DiagnosticCode: Explanation] = [
    .unknownType: Explanation(
      "a type is used that no schema declares",
      """
      All schemas that belong together go to one run. A type that is written by hand, or stands in
      another module, is announced with %type (with library= for its module); an identifier that is
      written by hand with %type name=… kind=identifier.
      """,
      wrong: [Example("Room.value", "Room {\n  Topic topic\n}\n")],
      right: [
        Example("Room.value", "Room {\n  Topic topic\n}\n"),
        Example("Topic.value", "Topic {\n  String text\n}\n"),
      ]),
    .unsupportedType: Explanation(
      "a type cannot be what it is used for here",
      """
      Models hold values: no blocks, no pointers to C types, no selectors. Sets and the keys of tables
      need values that can be compared, and an enum's values are of one kind.
      """,
      wrong: [Example("Job.value", "Job {\n  SEL action\n}\n")],
      right: [Example("Job.value", "Job {\n  String action\n}\n")]),
    .tooManyFields: Explanation(
      "a type has more than 128 fields",
      """
      Which fields are set is kept in one integer of at most 128 bits. Fields that belong together make
      a better type of their own.
      """,
      wrong: [Example("Wide.value", "Wide {\n\(fields(129))}\n")],
      right: [
        Example("Wide.value", "Wide {\n\(fields(100))  Rest rest\n}\n"),
        Example("Rest.value", "Rest {\n\(fields(29))}\n"),
      ]),
    .conflictingLayers: Explanation(
      "layers of a schema contradict each other",
      """
      The layers of "allOf", "extends" and what stands beside "$ref" are merged into one type, which
      has to satisfy all of them. Where one says string and another says number no document could.
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
      "a type would have to hold another one of itself, without end",
      """
      A required field whose type leads back to the type it stands in needs a value that needs a value
      and so on: no document could ever be long enough. Let a field on the way be nullable, or a list.
      """,
      wrong: [Example("Node.value", "Node {\n  %nonnull\n  Node next\n}\n")],
      right: [Example("Node.value", "Node {\n  Node? next\n}\n")]),
    .invalidDefault: Explanation(
      "a default is no value of the field's type",
      """
      The default is what a field has when a document does not say. It is written as the value would
      be in JSON, and for an enum as the name of a case; only an empty list can be a list's default.
      """,
      wrong: [Example("Room.value", "Room {\n  %default value=many\n  Int count\n}\n")],
      right: [Example("Room.value", "Room {\n  %default value=0\n  Int count\n}\n")]),
    .invalidCodingKey: Explanation(
      "the keys of a type's fields cannot be told apart, or are none",
      """
      Every field has a place of its own in JSON. Two fields cannot share one, a key is not empty, and
      what is the value of one field cannot at the same time be the object that holds another one.
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
