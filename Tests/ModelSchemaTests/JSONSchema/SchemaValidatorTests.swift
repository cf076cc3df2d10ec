import ModelSchema
import Testing

@Suite("Schema validator")
struct SchemaValidatorTests {
  private static let schema = """
    {"properties": {
      "name": {"type": "string", "minLength": 2, "maxLength": 4, "pattern": "^[a-z]+$"},
      "count": {"type": "integer", "minimum": 0, "exclusiveMaximum": 10, "multipleOf": 2},
      "small": {"type": "integer", "format": "int8"},
      "ratio": {"type": "number"},
      "when": {"type": "string", "format": "date-time"},
      "link": {"type": "string", "format": "uri"},
      "data": {"type": "string", "format": "byte"},
      "state": {"enum": ["on", "off"]},
      "kind": {"const": "thing"},
      "list": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"type": "integer", "minimum": 0}},
      "table": {"type": "object", "additionalProperties": {"type": "boolean"}, "maxProperties": 2},
      "nothing": {"type": ["string", "null"]},
      "any": true,
      "inner": {"properties": {"x": {"type": "integer"}}, "required": ["x"], "additionalProperties": false},
      "either": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
      "loose": {"type": "integer", "x-lenient": true},
      "far": {"type": "string", "x-key": ["a b", "c"]},
      "shape": {"oneOf": [{"properties": {"s": {"const": "dot"}}, "required": ["s"]},
                          {"properties": {"s": {"const": "bar"}, "l": {"type": "integer"}}, "required": ["s", "l"]}]},
      "keyed": {"properties": {"y": true}, "patternProperties": {"^n": {"type": "number"}}}
    }, "required": ["kind"]}
    """

  private static let lenient = """
    {"title": "Thing", "x-lenient": true, "properties": {
      "must": {"type": "integer", "x-lenient": true},
      "list": {"type": "array", "items": {"type": "integer"}, "x-lenient": true},
      "may": {"type": "array", "items": {"type": "integer"}}
    }, "required": ["must", "list"]}
    """

  @Test("a required lenient value has nothing to stand in for it, but its elements are dropped")
  func requiredLenient() throws {
    #expect(
      try issues("\"must\": 1, \"list\": [1, \"a\"], \"may\": 5", kind: "", in: Self.lenient) == [
        "warning $.list[1] expected a whole number, found a string",
        "warning $.may expected an array, found a number",
      ])
    #expect(
      try issues("\"must\": \"a\", \"list\": null", kind: "", in: Self.lenient) == [
        "$.must expected a whole number, found a string", "$.list expected an array, found null",
      ])
  }

  private func issues(
    _ members: String, kind: String = "\"kind\": \"thing\"", in schema: String = schema
  ) throws -> [String] {
    let run = SchemaRun(schema)
    try #require(run.errors.isEmpty, "\(run.report)")
    let text = "{" + [kind, members].filter { !$0.isEmpty }.joined(separator: ", ") + "}"
    let document = try #require(LocatedJSON.parse(SourceFile(path: "d.json", text: text)).value)
    let found = try #require(SchemaValidator(run.module).validate(document, as: "Thing"))
    return found.map { issue in
      (issue.severity == .warning ? "warning " : "") + "\(issue.path) \(issue.message)"
    }
  }

  @Test("A number beyond the range of Double is reported as such")
  func greatNumber() throws {
    let run = SchemaRun(#"{"properties": {"a": {"type": "number"}}}"#)
    let text = "{\"a\": 1e999999}"
    let document = try #require(LocatedJSON.parse(SourceFile(path: "d.json", text: text)).value)
    let found = try #require(SchemaValidator(run.module).validate(document, as: "Thing"))
    #expect(found.map(\.message) == ["1e999999 is beyond the greatest number of 64 bits"])
  }

  @Test(
    "A number is checked as the case that the decoder reads it as",
    arguments: [
      ("a", "9223372036854775807", nil), ("a", "9223372036854775808", nil), ("a", "1.5", nil),
      ("a", "1e999", "1e999 is beyond the greatest number of 64 bits"),
      ("b", "18446744073709551615", nil), ("b", "-1", nil),
      ("c", "1e999", "1e999 is beyond the greatest number of 64 bits"),
      ("d", "9223372036854775808", "no case is a number"), ("d", "1.5", "no case is a number"),
    ])
  func numberCases(key: String, number: String, message: String?) throws {
    let run = SchemaRun(
      """
      {"properties": {
        "a": {"oneOf": [{"type": "integer"}, {"type": "number"}]},
        "b": {"oneOf": [{"type": "number"}, {"type": "integer", "format": "uint64"}]},
        "c": {"type": ["number", "string"]}, "d": {"type": ["integer", "string"]}
      }}
      """)
    try #require(run.errors.isEmpty, "\(run.report)")
    let file = SourceFile(path: "d.json", text: "{\"\(key)\": \(number)}")
    let document = try #require(LocatedJSON.parse(file).value)
    let found = try #require(SchemaValidator(run.module).validate(document, as: "Thing"))
    #expect(found.map(\.message) == [message].compactMap { $0 })
  }

  @Test("A string that takes too long to match a pattern does not count as valid")
  func endlessPattern() throws {
    let run = SchemaRun(#"{"properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}}"#)
    let text = "{\"a\": \"\(String(repeating: "a", count: 40))!\"}"
    let document = try #require(LocatedJSON.parse(SourceFile(path: "d.json", text: text)).value)
    let found = try #require(SchemaValidator(run.module).validate(document, as: "Thing"))
    #expect(found.count == 1)
    #expect(found.first?.message.contains("could not be checked") == true)
  }

  @Test(
    "A valid document has no issues",
    arguments: [
      "", "\"name\": \"abc\"", "\"count\": 8.0", "\"small\": -128", "\"ratio\": 1e3",
      "\"when\": \"2026-02-28T23:59:60.25+01:00\"", "\"link\": \"https://a.b/c\"",
      "\"data\": \"aGk=\"", "\"data\": \"aGk\"", "\"state\": \"on\"", "\"list\": [1, 2]",
      "\"table\": {\"a\": true}", "\"nothing\": null", "\"any\": null", "\"inner\": {\"x\": 1}",
      "\"either\": [\"a\"]", "\"loose\": 1", "\"a b\": {\"c\": \"d\"}", "\"unknown\": 1",
      "\"shape\": {\"s\": \"bar\", \"l\": 2}", "\"keyed\": {\"n1\": 1.5, \"m\": \"x\"}",
    ])
  func valid(_ members: String) throws {
    #expect(try issues(members) == [])
  }

  @Test(
    "Each problem is reported with its path",
    arguments: [
      ("\"name\": 1", "$.name expected a string, found a number"),
      ("\"name\": \"a\"", "$.name 1 characters, where 2 are the least"),
      ("\"name\": \"abcde\"", "$.name 5 characters, where 4 are the most"),
      ("\"name\": \"AB\"", "$.name the string does not match the pattern '^[a-z]+$'"),
      ("\"name\": null", "$.name expected a string, found null"),
      ("\"count\": -2", "$.count the number is below 0"),
      ("\"count\": 10", "$.count the number is not below 10"),
      ("\"count\": 3", "$.count the number is not a multiple of 2"),
      ("\"small\": 1.5", "$.small expected a whole number, found 1.5"),
      ("\"small\": 128", "$.small 128 is no whole number of 8 bits"),
      ("\"ratio\": \"1\"", "$.ratio expected a number, found a string"),
      ("\"ratio\": 1e999", "$.ratio 1e999 is beyond the greatest number of 64 bits"),
      (
        "\"when\": \"2026-02-29T00:00:00Z\"",
        "$.when '2026-02-29T00:00:00Z' is not a date such as 2026-11-21T12:00:00Z"
      ),
      ("\"link\": \"a b\"", "$.link 'a b' is not a URL"),
      ("\"data\": \"a=b\"", "$.data the string is not base64"),
      ("\"state\": \"dim\"", "warning $.state \"dim\" is not one of the 2 known values"),
      ("\"state\": 1", "$.state expected a string, found a number"),
      ("\"list\": []", "$.list 0 elements, where 1 are the least"),
      ("\"list\": [1, -1]", "$.list[1] the number is below 0"),
      ("\"list\": [1, 2, 1.0]", "$.list[2] the element is already in the list"),
      ("\"table\": {\"a b\": 1}", "$.table[\"a b\"] expected a boolean, found a number"),
      (
        "\"table\": {\"a\": true, \"b\": true, \"c\": true}",
        "$.table 3 members, where 2 are the most"
      ),
      ("\"inner\": {}", "$.inner the key \"x\" is missing"),
      ("\"inner\": {\"x\": 1, \"y\": 2}", "$.inner.y the key is not allowed here"),
      ("\"inner\": []", "$.inner expected an object, found an array"),
      ("\"either\": 1", "warning $.either no case is a number"),
      ("\"either\": [1]", "$.either[0] expected a string, found a number"),
      ("\"loose\": \"x\"", "warning $.loose expected a whole number, found a string"),
      ("\"a b\": {\"c\": 1}", "$[\"a b\"].c expected a string, found a number"),
      ("\"shape\": {\"s\": \"arc\"}", "warning $.shape no case has \"arc\" in \"s\""),
      ("\"shape\": {}", "warning $.shape \"s\" holds no string to tell the case by"),
      ("\"shape\": {\"s\": \"bar\"}", "$.shape the key \"l\" is missing"),
      ("\"keyed\": {\"n\": \"x\"}", "$.keyed.n expected a number, found a string"),
    ])
  func invalid(_ members: String, _ expected: String) throws {
    #expect(try issues(members) == [expected])
  }

  @Test("Constants must match exactly")
  func constants() throws {
    #expect(try issues("", kind: "") == ["$ the key \"kind\" is missing"])
    #expect(
      try issues("", kind: "\"kind\": \"other\"") == ["$.kind expected \"thing\", found \"other\""])
    #expect(try issues("", kind: "\"kind\": 1") == ["$.kind expected \"thing\", found a number"])
  }

  @Test("All issues come in one run, in the order of the document, with their bytes")
  func order() throws {
    let run = SchemaRun(Self.schema)
    let text = #"{"ratio": "x", "kind": "thing", "list": [true, -5, "z"]}"#
    let document = try #require(LocatedJSON.parse(SourceFile(path: "d.json", text: text)).value)
    let found = try #require(SchemaValidator(run.module).validate(document, as: "Thing"))
    #expect(found.map(\.path) == ["$.ratio", "$.list[0]", "$.list[1]", "$.list[2]"])
    #expect(found.map(\.offset) == [10, 41, 47, 51])
    let few = SchemaValidator(run.module, maximumIssueCount: 2)
    #expect(few.validate(document, as: "Thing")?.count == 2)
    #expect(few.validate(document, as: "Nothing") == nil)
  }

  @Test("A document as deep as the parser allows is checked")
  func depth() throws {
    let run = SchemaRun(##"{"properties": {"next": {"$ref": "#"}}}"##)
    let text =
      String(repeating: "{\"next\": ", count: 126) + "1" + String(repeating: "}", count: 126)
    let document = try #require(LocatedJSON.parse(SourceFile(path: "d.json", text: text)).value)
    let found = try #require(SchemaValidator(run.module).validate(document, as: "Thing"))
    #expect(found.map(\.message) == ["expected an object, found a number"])
    #expect(found.first?.path == "$" + String(repeating: ".next", count: 126))
  }

  @Test("Cases with fields, and cases of one key, are checked")
  func otherUnions() throws {
    let place = SourceLocation(file: "a.adtValue", line: 1, column: 1)
    let cases = [
      UnionType.Case(
        name: "text", tags: ["text"],
        payload: .fields([Field(name: "body", type: .string, isRequired: true, location: place)]),
        location: place),
      UnionType.Case(name: "none", tags: ["none"], payload: .none, location: place),
      UnionType.Case(name: "number", tags: ["number"], payload: .value(.boolean), location: place),
    ]
    func module(_ discriminator: UnionType.Discriminator, keepsUnknown: Bool) -> SchemaModule {
      SchemaModule(types: [
        TypeDeclaration(
          name: "Content",
          kind: .union(
            .init(discriminator: discriminator, cases: cases, keepsUnknown: keepsUnknown)),
          location: place)
      ])
    }
    func found(_ text: String, _ module: SchemaModule) throws -> [String] {
      let document = try #require(LocatedJSON.parse(SourceFile(path: "d", text: text)).value)
      let issues = try #require(SchemaValidator(module).validate(document, as: "Content"))
      return issues.map { "\($0.path) \($0.message)" }
    }
    let single = module(.singleKey, keepsUnknown: false)
    #expect(try found(#"{"text": {"body": "a"}}"#, single) == [])
    #expect(try found(#"{"none": {}}"#, single) == [])
    #expect(try found(#"{"text": {}}"#, single) == ["$.text the key \"body\" is missing"])
    #expect(try found(#"{"number": 1}"#, single) == ["$.number expected a boolean, found a number"])
    #expect(try found(#"{"else": 1}"#, single) == ["$ no case is called \"else\""])
    let tagged = module(.string(path: ["type"]), keepsUnknown: false)
    #expect(try found(#"{"type": "text", "body": "a"}"#, tagged) == [])
    #expect(
      try found(#"{"type": "text", "body": 1}"#, tagged) == [
        "$.body expected a string, found a number"
      ])
    #expect(try found(#"{"type": "number", "value": true}"#, tagged) == [])
    #expect(try found(#"{"type": "number"}"#, tagged) == ["$ the key \"value\" is missing"])
  }

  @Test("Mutual aliases, also through optionals, end the check")
  func cycles() throws {
    let place = SourceLocation(file: "a.json", line: 1, column: 1)
    let module = SchemaModule(types: [
      TypeDeclaration(name: "A", kind: .alias(.optional(.named("B"))), location: place),
      TypeDeclaration(
        name: "B", kind: .alias(.optional(.optional(.named("A")))), location: place),
    ])
    let document = try #require(LocatedJSON.parse(SourceFile(path: "d.json", text: "[1]")).value)
    #expect(SchemaValidator(module).validate(document, as: "A")?.isEmpty == true)
  }
}
