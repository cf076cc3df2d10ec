import ModelSchema
import Testing

@Suite("Schema keywords")
struct SchemaKeywordTests {
  private static let int = TypeReference.integer(bits: nil, isSigned: true)
  private static let double = TypeReference.floatingPoint(bits: 64)

  @Test(
    "A schema becomes a type",
    arguments: [
      (#"{"type": "boolean"}"#, .boolean),
      (#"{"type": "integer"}"#, int),
      (#"{"type": "integer", "format": "int32"}"#, .integer(bits: 32, isSigned: true)),
      (#"{"type": "integer", "format": "uint64"}"#, .integer(bits: 64, isSigned: false)),
      (#"{"type": "number"}"#, double),
      (#"{"type": "number", "format": "float"}"#, double),
      (#"{"type": "string"}"#, .string),
      (#"{"type": "string", "format": "date-time"}"#, .date(transformer: nil)),
      (#"{"type": "string", "format": "uri"}"#, .url),
      (#"{"type": "string", "format": "email"}"#, .string),
      (#"{"type": "string", "format": "ipv4"}"#, .string),
      (#"{"type": "string", "format": "byte"}"#, .data),
      (#"{"type": "string", "contentEncoding": "base64"}"#, .data),
      (#"{"type": "string", "format": "mx-user-id"}"#, .identifier("UserID")),
      (#"{"type": "string", "format": "mx-room-id"}"#, .identifier("RoomID")),
      (#"{"type": "string", "format": "mx-event-id"}"#, .identifier("EventID")),
      (#"{"type": "string", "format": "mx-room-alias"}"#, .identifier("RoomAlias")),
      (#"{"type": "string", "format": "mx-mxc-uri"}"#, .identifier("MediaURI")),
      (#"{"type": "array"}"#, .array(.json)),
      (#"{"type": "array", "items": {"type": "string"}}"#, .array(.string)),
      (#"{"type": "array", "items": {"type": ["string", "null"]}}"#, .array(.optional(.string))),
      (#"{"type": "array", "unique": "true", "items": {"type": "integer"}}"#, .set(int)),
      (#"{"type": "object"}"#, .jsonObject),
      (#"{"type": "object", "properties": {}}"#, .jsonObject),
      (
        #"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
        .map(key: .string, value: int)
      ),
      (
        #"{"additionalProperties": {"type": "array", "items": {"type": "boolean"}}}"#,
        .map(key: .string, value: .array(.boolean))
      ),
      (
        #"{"type": "object", "patternProperties": {"^@": {"type": "integer", "x-pattern-format": "mx-user-id"}}}"#,
        .map(key: .identifier("UserID"), value: int)
      ),
      (
        #"{"type": "object", "patternProperties": {"": {"type": "string"}}}"#,
        .map(key: .string, value: .string)
      ),
      (
        #"{"type": "object", "propertyNames": {"format": "mx-room-id"}, "additionalProperties": {"type": "string"}}"#,
        .map(key: .identifier("RoomID"), value: .string)
      ),
      ("{}", .json), ("true", .json), (#"{"description": "Anything."}"#, .json),
      (#"{"items": {"type": "string"}}"#, .array(.string)),
      (#"{"minLength": 1}"#, .string), (#"{"minimum": 1}"#, double),
      (
        #"{"prefixItems": [{"type": "string"}, {"type": "string"}], "items": false}"#,
        .array(.string)
      ),
      (#"{"items": [{"type": "number"}, {"type": "number"}], "maxItems": 2}"#, .array(double)),
      (
        #"{"x-swift-type": "Colour", "x-import": "Paint"}"#,
        .external(name: "Colour", module: "Paint")
      ),
      (#"{"type": "string", "x-lazy": true}"#, .lazyString),
      (#"{"type": "null"}"#, .json),
    ] as [(String, TypeReference)])
  func types(_ schema: String, _ expected: TypeReference) {
    let run = SchemaRun.property(schema)
    #expect(run.value?.type == expected)
    #expect(run.errors.isEmpty, "\(run.report)")
  }

  @Test(
    "Null is distinguished from absent",
    arguments: [
      (#"{"type": "string"}"#, false), (#"{"type": ["string", "null"]}"#, true),
      (#"{"type": "string", "nullable": true}"#, true),
      (#"{"type": "string", "x-nullable": true}"#, true),
      (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, true),
      (#"{"oneOf": [{"type": "null"}, {"type": "integer"}]}"#, true),
      (#"{"enum": ["a", "b", null]}"#, true), (#"{"enum": ["a", "b"]}"#, false),
    ])
  func nullability(_ schema: String, _ isNullable: Bool) {
    let field = SchemaRun.property(schema).value
    #expect(field?.isNullable == isNullable)
    #expect(field?.isRequired == false)
    #expect(SchemaRun.property(schema, isRequired: true).value?.isRequired == true)
  }

  @Test(
    "Defaults are adopted",
    arguments: [
      (#"{"type": "boolean", "default": true}"#, .boolean(true)),
      (#"{"type": "integer", "default": -3}"#, .integer(-3)),
      (#"{"type": "number", "default": 1.5}"#, .number(1.5)),
      (#"{"type": "string", "default": "a"}"#, .string("a")),
      (#"{"type": "array", "default": []}"#, .emptyCollection),
      (
        #"{"type": "object", "additionalProperties": {"type": "string"}, "default": {}}"#,
        .emptyCollection
      ),
      (#"{"type": "array", "x-swift-type": "Lines", "default": []}"#, .emptyCollection),
      (#"{"enum": ["a_b", "c"], "default": "a_b"}"#, .enumCase("aB")),
      (#"{"type": ["string", "null"], "default": null}"#, nil),
      (#"{"type": ["string", "null"], "default": "a"}"#, .string("a")),
      (#"{"allOf": [{"type": "string", "default": "a"}]}"#, .string("a")),
      (#"{"allOf": [{"type": "string", "default": "a"}], "default": "b"}"#, .string("b")),
      (#"{"oneOf": [{"enum": ["a"], "default": "a"}, {"type": "null"}]}"#, .enumCase("a")),
    ] as [(String, Field.Default?)])
  func defaults(_ schema: String, _ expected: Field.Default?) {
    let run = SchemaRun.property(schema)
    #expect(run.value?.defaultValue == expected)
    #expect(run.errors.isEmpty)
  }

  @Test("Objects become structs, and inner ones nested types named after their key or title")
  func objects() {
    let run = SchemaRun(
      """
      {"description": "A thing.", "properties": {
        "display_name": {"type": "string", "description": "What it is called."},
        "inner": {"properties": {"deep-er": {"properties": {"x": {"type": "integer"}}}}},
        "listed": {"type": "array", "items": {"title": "Entry", "properties": {"y": {"type": "string"}}}},
        "wordy": {"title": "This is a sentence, no name.", "properties": {"z": true}}
      }, "required": ["display_name"], "type": "object"}
      """)
    #expect(run.report.isEmpty)
    #expect(run.type("Thing")?.documentation == "A thing.")
    let name = run.field("displayName")
    #expect(name?.keyPath == ["display_name"])
    #expect(name?.isRequired == true)
    #expect(name?.documentation == "What it is called.")
    #expect(name?.location == SourceLocation(file: "thing.json", line: 2, column: 3))
    #expect(run.field("inner")?.type == .named("Thing.Inner"))
    #expect(run.field("deepEr", of: "Thing.Inner")?.type == .named("Thing.Inner.DeepEr"))
    #expect(run.field("listed")?.type == .array(.named("Thing.Entry")))
    #expect(run.field("wordy")?.type == .named("Thing.Wordy"))
    #expect(run.type("Thing.Wordy")?.documentation == "This is a sentence, no name.")
  }

  @Test("The meaning of other members is kept")
  func additional() {
    #expect(SchemaRun(#"{"properties": {"a": true}}"#).object("Thing")?.additional == .unknown)
    #expect(
      SchemaRun(#"{"properties": {"a": true}, "additionalProperties": false}"#).object("Thing")?
        .additional == .refused)
    #expect(
      SchemaRun(#"{"properties": {"a": true}, "unevaluatedProperties": false}"#).object("Thing")?
        .additional == .refused)
    #expect(
      SchemaRun(#"{"properties": {"a": true}, "additionalProperties": {"type": "string"}}"#)
        .object("Thing")?.additional == .values(.string))
    let patterns = SchemaRun(
      #"{"patternProperties": {"^a": {"type": "string"}, "^b": {"type": "boolean"}}}"#)
    #expect(
      patterns.object("Thing")?.additional
        == .patterns([
          .init(expression: "^a", type: .string), .init(expression: "^b", type: .boolean),
        ]))
  }

  @Test("Enums of strings and whole numbers become enums")
  func enumerations() {
    let run = SchemaRun(
      """
      {"properties": {
        "state": {"enum": ["on-line", "off_line", "", "+1", "on_line"]},
        "code": {"type": "integer", "enum": [-1, 0, 404]},
        "named": {"enum": [1, 2], "x-enum-varnames": ["one", "two"]},
        "several": {"type": "array", "items": {"enum": ["a", "b"]}}
      }}
      """)
    #expect(run.errors.isEmpty)
    let state = run.enumeration("Thing.State")
    #expect(state?.cases.map(\.name) == ["onLine", "offLine", "empty", "_1", "onLine2"])
    #expect(state?.cases.map(\.rawValue).first == .string("on-line"))
    #expect(state?.keepsUnknown == true)
    let code = run.enumeration("Thing.Code")
    #expect(code?.cases.map(\.name) == ["minus1", "value0", "value404"])
    #expect(code?.cases.map(\.rawValue) == [.integer(-1), .integer(0), .integer(404)])
    #expect(run.enumeration("Thing.Named")?.cases.map(\.name) == ["one", "two"])
    #expect(run.field("several")?.type == .array(.named("Thing.SeveralElement")))
  }

  @Test("A required string of one value is a constant, an optional one an open enum")
  func constants() {
    for schema in [#"{"const": "a.b"}"#, #"{"type": "string", "enum": ["a.b"]}"#] {
      let required = SchemaRun.property(schema, isRequired: true)
      #expect(required.value?.constant == "a.b")
      #expect(required.value?.type == .string)
      let optional = SchemaRun.property(schema)
      #expect(optional.value?.constant == nil)
      #expect(optional.enumeration("Thing.ValueValue") == nil)
      #expect(optional.enumeration("Thing.Value")?.cases.map(\.rawValue) == [.string("a.b")])
    }
  }

  @Test("Unknown keywords beginning with x- and constraints are kept as annotations")
  func annotations() {
    let run = SchemaRun.property(
      """
      {"type": "integer", "minimum": 1, "maximum": 9, "x-since": "1.2", "x-more": {"a": [1]},
       "deprecated": true, "readOnly": true}
      """)
    #expect(run.report.isEmpty)
    let annotations = run.value?.annotations ?? []
    let texts = Dictionary(
      annotations.map { ($0.name, $0.values.first?.value) }, uniquingKeysWith: { $1 })
    #expect(
      texts == [
        "minimum": "1", "maximum": "9", "x-since": "1.2", "x-more": "{\"a\": [1]}",
        "deprecated": "true", "readOnly": "true",
      ])
  }

  @Test("Features are selected by our names, those of Remodel and those of plugins")
  func featureNames() {
    var options = JSONSchemaOptions()
    options.includes = ["initNotification", "Wings"]
    options.excludes = ["RMBuilder"]
    options.plugins = ["Wings", "Feet"]
    let run = SchemaRun(
      """
      {"x-includes": ["Feet", "RMBuilder"], "properties": {
        "d": {"x-excludes": ["Wings", "RMDescription"], "properties": {"e": {"type": "integer"}}}
      }}
      """, options: options)
    #expect(run.errors.isEmpty)
    let types = Dictionary(run.types.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let features = Feature.defaults.union([.initNotification])
    #expect(types["Thing"]?.features == features)
    #expect(types["Thing.D"]?.features == features.subtracting([.description]))
    func choices(_ name: String) -> [String] {
      types[name]?.annotations.map { "\($0.name) \($0.values.map(\.value))" } ?? []
    }
    #expect(choices("Thing") == ["includes [\"Wings\"]", "includes [\"Feet\"]"])
    #expect(choices("Thing.D") == ["includes [\"Feet\"]", "excludes [\"Wings\"]"])
    #expect(!SchemaRun("{\"x-includes\": [\"Wings\"]}").errors.isEmpty)
    #expect(!SchemaRun("{\"x-includes\": [\"RMAssumeNonnull\"]}").errors.isEmpty)
  }

  @Test("Keywords beginning with x- act like field annotations")
  func extensions() {
    let run = SchemaRun(
      """
      {"x-includes": ["undo"], "x-excludes": ["builder"], "x-storage": "inline", "properties": {
        "a": {"type": "string", "x-id": true, "x-index": true, "x-swift-name": "name",
              "x-key": ["inner", "a"], "x-legacy-keys": ["old", ["older", "a"]]},
        "b": {"type": "string", "x-transformer": "Colours", "x-lenient": true},
        "c": {"type": "array", "items": {"type": "integer", "x-lenient": true}},
        "d": {"properties": {"e": {"type": "integer", "x-lazy": true}},
              "x-merge": "deep"}
      }}
      """)
    #expect(run.errors.isEmpty)
    let name = run.field("name")
    #expect(name?.isIdentifier == true)
    #expect(name?.isIndexed == true)
    #expect(name?.keyPath == ["inner", "a"])
    #expect(name?.legacyKeyPaths == [["old"], ["older", "a"]])
    #expect(run.field("b")?.transformer == "Colours")
    #expect(run.field("b")?.policy == .lenient)
    #expect(run.field("c")?.policy == .lenient)
    #expect(run.field("e", of: "Thing.D")?.isLazy == true)
    #expect(run.field("d")?.mergesDeeply == true)
    #expect(run.field("c")?.mergesDeeply == false)
    #expect(run.object("Thing")?.storage == .inline)
    let features = Feature.defaults.subtracting([.builder])
    let found = Dictionary(run.types.map { ($0.name, $0.features) }, uniquingKeysWith: { $1 })
    #expect(found["Thing"] == features.union([.undo]))
    #expect(found["Thing.D"] == features)
  }

  @Test("A file is lenient as a whole if its root says so")
  func lenientFile() {
    let run = SchemaRun(
      """
      {"x-lenient": true, "required": ["a"], "properties": {
        "a": {"type": "string"}, "b": {"type": "string"},
        "c": {"type": "string", "x-lenient": false},
        "d": {"properties": {"e": {"type": "string"}}}}}
      """)
    #expect(run.field("a")?.policy == .strict)
    #expect(run.field("b")?.policy == .lenient)
    #expect(run.field("c")?.policy == .strict)
    #expect(run.field("e", of: "Thing.D")?.policy == .lenient)
  }

  @Test("Keys that are not names, and keys that become the same name, get names")
  func names() {
    let run = SchemaRun(
      #"{"properties": {"a_b": true, "a-b": true, "": true, "é": true, "1st": true}}"#)
    #expect(run.errors.isEmpty)
    #expect(run.object("Thing")?.fields.map(\.name) == ["aB", "aB2", "field3", "field4", "_1st"])
  }

  @Test("A file that is not an object becomes an alias of its type")
  func aliases() {
    #expect(
      SchemaRun(#"{"type": "array", "items": {"type": "string"}}"#).alias("Thing")
        == .array(.string))
    #expect(SchemaRun(#"{"type": ["integer", "null"]}"#).alias("Thing") == .optional(Self.int))
    #expect(
      SchemaRun(#"{"items": {"properties": {"a": true}}}"#).alias("Thing")
        == .array(.named("ThingElement")))
    #expect(SchemaRun(#"{"enum": ["a", "b"]}"#).enumeration("Thing")?.cases.count == 2)
  }

  @Test("Formats follow the table of the options")
  func formats() {
    var options = JSONSchemaOptions()
    options.formats["colour"] = .external(name: "Colour", module: "Paint")
    let run = SchemaRun(
      #"{"properties": {"a": {"type": "string", "format": "colour"}}}"#, options: options)
    #expect(run.report.isEmpty)
    #expect(run.field("a")?.type == .external(name: "Colour", module: "Paint"))
  }
}
