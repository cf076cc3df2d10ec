import ModelSchema
import Testing

@Suite("Schema validator: members of a model elsewhere")
struct SchemaValidatorRemoteTests {
  private static let schema = """
    {"properties": {
      "author": {"x-remote": {"author_name": "name", "meta.city": "home.city"},
        "properties": {
          "name": {"type": "string"}, "age": {"type": "integer"},
          "home": {"properties": {"city": {"type": "string"}, "zip": {"type": "string"}}}},
        "required": ["name", "age"], "additionalProperties": false}},
     "required": ["author"], "additionalProperties": false}
    """

  @Test(
    "A document is checked as decoding puts it together, and issues name its own places",
    arguments: [
      (#"{"author": {"age": 1}, "author_name": "a", "meta": {"city": "c"}}"#, []),
      (#"{"author_name": "a"}"#, []),
      (#"{"author": null, "author_name": "a"}"#, []),
      (#"{"author": {"name": "a", "age": 1, "home": null}, "meta": {"city": "c"}}"#, []),
      (
        #"{"author_name": 1, "author": {"age": "x"}}"#,
        [
          "$.author_name expected a string, found a number",
          "$.author.age expected a whole number, found a string",
        ]
      ),
      (#"{"meta": {"city": []}}"#, ["$.meta.city expected a string, found an array"]),
      (
        #"{"author": {"age": 1}, "meta": {"city": "c"}}"#,
        [
          #"$.author the key "name" is missing"#
        ]
      ),
      (
        #"{"author": {"age": 1, "home": {"zip": 2}}, "author_name": "a", "meta": {"city": "c"}}"#,
        [
          "$.author.home.zip expected a string, found a number"
        ]
      ),
      (#"{"author": 1, "author_name": "a"}"#, ["$.author expected an object, found a number"]),
      (#"{}"#, [#"$ the key "author" is missing"#]),
      (#"{"author_name": "a", "author_nam": "b"}"#, ["$.author_nam the key is not allowed here"]),
    ])
  func documents(text: String, expected: [String]) throws {
    let run = SchemaRun(Self.schema)
    try #require(run.errors.isEmpty, "\(run.report)")
    let document = try #require(LocatedJSON.parse(SourceFile(path: "d.json", text: text)).value)
    let found = try #require(SchemaValidator(run.module).validate(document, as: "Thing"))
    #expect(found.map { "\($0.path) \($0.message)" } == expected)
  }
}
