import ModelSchema

extension Explanation {
  /// Codes about JSON Schema.
  static let jsonSchema: [DiagnosticCode: Explanation] = [
    .unsupportedKeyword: Explanation(
      "a keyword of JSON Schema has no meaning in generated types",
      """
      The compiler never ignores a keyword silently: a type that accepts more than its schema would
      be a surprise. Types express what they can; for the rest, write the check by hand and remove
      the keyword, or use another keyword.
      """,
      wrong: [
        Example(
          "a.json",
          "{\"title\": \"A\", \"type\": \"object\", \"not\": {\"required\": [\"x\"]}}\n")
      ],
      right: [Example("a.json", "{\"title\": \"A\", \"type\": \"object\"}\n")]),
    .invalidKeyword: Explanation(
      "a keyword has a value of the wrong kind",
      """
      JSON Schema defines the kind of value that each keyword takes: "required" is a list of
      strings,
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
      A reference names a file relative to the one that contains it, a place in a file
      (#/$defs/name), or both. References reach the folders named on the command line, that of
      --root and those of --allow-references; nothing is fetched from the network.
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
      "references form a cycle without a property or element in between",
      """
      A schema may contain itself in a property or as an element, but it cannot be nothing but
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
    .invalidOverlay: Explanation(
      "an overlay changes nothing, or something that it cannot change",
      """
      A file name.overlay.json beside name.json, or one that --overlay names, adds keywords to
      schemas that somebody else maintains. Each key is the address of a schema, whose value lists
      the keywords to add: "nullable", and those beginning with "x-". An address that leads to
      nothing is an error, because the schema has changed.
      """,
      wrong: [
        Example(
          "a.json",
          """
          {"title": "A", "type": "object", "properties": {"x": {"type": "string"}}}

          """),
        Example("a.overlay.json", "{\"#/properties/y\": {\"nullable\": true}}\n"),
      ],
      right: [
        Example(
          "a.json",
          """
          {"title": "A", "type": "object", "properties": {"x": {"type": "string"}}}

          """),
        Example("a.overlay.json", "{\"#/properties/x\": {\"nullable\": true}}\n"),
      ]),
    .ambiguousUnion: Explanation(
      "nothing in a document distinguishes the cases of a union",
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
