import ModelSchema

extension Explanation {
  /// About JSON Schema.
  static let jsonSchema: [DiagnosticCode: Explanation] = [
    .unsupportedKeyword: Explanation(
      "a keyword of JSON Schema has no meaning in generated types",
      """
      The compiler never passes over a keyword in silence: a type that is more generous than its schema
      would be a surprise. What can be said by types is said; for the rest write the check by hand and
      remove the keyword, or say it with another one.
      """,
      wrong: [
        Example(
          "a.json",
          "{\"title\": \"A\", \"type\": \"object\", \"not\": {\"required\": [\"x\"]}}\n")
      ],
      right: [Example("a.json", "{\"title\": \"A\", \"type\": \"object\"}\n")]),
    .invalidKeyword: Explanation(
      "a keyword's value is not what the keyword takes",
      """
      JSON Schema says what kind of value each keyword has: "required" is a list of strings,
      "properties" an object of schemas, and so on.
      """,
      wrong: [
        Example("a.json", "{\"title\": \"A\", \"type\": \"object\", \"properties\": [\"x\"]}\n")
      ],
      right: [
        Example(
          "a.json",
          """
          {
            "title": "A", "type": "object",
            "properties": {"x": {"type": "string"}}, "required": ["x"]
          }

          """)
      ]),
    .invalidReference: Explanation(
      "a \"$ref\" leads nowhere",
      """
      References name a file relative to the one they stand in, a place in a file (#/$defs/name), or
      both. They reach the folders that were named on the command line, the one of --root and those of
      --allow-references; nothing is fetched from the network.
      """,
      wrong: [
        Example(
          "a.json",
          """
          {
            "title": "A", "type": "object",
            "properties": {"x": {"$ref": "#/$defs/missing"}}
          }

          """)
      ],
      right: [
        Example(
          "a.json",
          """
          {
            "title": "A", "type": "object",
            "properties": {"x": {"$ref": "#/$defs/name"}},
            "$defs": {"name": {"type": "string"}}
          }

          """)
      ]),
    .referenceCycle: Explanation(
      "references lead in a circle with nothing between",
      """
      A schema may contain itself in a property or as an element, but it cannot be nothing else than
      itself.
      """,
      wrong: [
        Example(
          "a.json",
          """
          {
            "title": "A", "type": "object",
            "properties": {"x": {"$ref": "#/$defs/one"}},
            "$defs": {"one": {"$ref": "#/$defs/two"}, "two": {"$ref": "#/$defs/one"}}
          }

          """)
      ],
      right: [
        Example(
          "a.json",
          """
          {
            "title": "A", "type": "object",
            "properties": {"x": {"$ref": "#/$defs/one"}},
            "$defs": {"one": {"$ref": "#/$defs/two"}, "two": {"type": "string"}}
          }

          """)
      ]),
    .ambiguousUnion: Explanation(
      "nothing in a document tells the cases of a union apart",
      """
      A document is read once: one property with a constant (or a list of them) in each form, or the
      kind of JSON value, must decide which form it is.
      """,
      wrong: [
        Example(
          "a.json",
          """
          {
            "title": "A",
            "oneOf": [
              {"title": "B", "type": "object", "properties": {"x": {"type": "string"}}},
              {"title": "C", "type": "object", "properties": {"y": {"type": "string"}}}
            ]
          }

          """)
      ],
      right: [
        Example(
          "a.json",
          """
          {
            "title": "A",
            "oneOf": [
              {
                "title": "B", "type": "object", "required": ["kind"],
                "properties": {"kind": {"const": "b"}, "x": {"type": "string"}}
              },
              {
                "title": "C", "type": "object", "required": ["kind"],
                "properties": {"kind": {"const": "c"}, "y": {"type": "string"}}
              }
            ]
          }

          """)
      ]),
  ]
}
