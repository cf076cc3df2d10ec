import ModelSchema
import Testing

@Suite("Schema unions")
struct SchemaUnionTests {
  private static let int = TypeReference.integer(bits: nil, isSigned: true)

  @Test("Forms of different kinds are distinguished by kind")
  func kinds() {
    let run = SchemaRun.property(
      """
      {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}},
        {"properties": {"x": {"type": "integer"}}}, {"type": "boolean"}, {"type": "number"}]}
      """)
    #expect(run.report.isEmpty)
    #expect(run.value?.type == .named("Thing.Value"))
    let union = run.union("Thing.Value")
    #expect(union?.discriminator == .kind)
    #expect(union?.cases.map(\.name) == ["string", "array", "object", "boolean", "number"])
    #expect(
      union?.cases.map(\.tags) == [["string"], ["array"], ["object"], ["boolean"], ["number"]])
    #expect(run.payload("array", of: "Thing.Value") == .array(.string))
    #expect(run.payload("object", of: "Thing.Value") == .named("Thing.Value.ObjectForm"))
    #expect(run.field("x", of: "Thing.Value.ObjectForm")?.type == Self.int)
  }

  @Test("A list of types is distinguished by kind")
  func typeLists() {
    let run = SchemaRun.property(#"{"type": ["string", "integer", "object", "null"]}"#)
    #expect(run.report.isEmpty)
    #expect(run.value?.isNullable == true)
    #expect(run.union("Thing.Value")?.cases.map(\.tags) == [["string"], ["object"], ["integer"]])
    #expect(run.payload("integer", of: "Thing.Value") == Self.int)
  }

  @Test("Whole numbers have a case of their own beside other numbers, in either order")
  func numbers() {
    let run = SchemaRun.property(
      #"{"anyOf": [{"type": "number"}, {"type": "integer", "format": "int64"}]}"#)
    #expect(run.report.isEmpty)
    #expect(run.union("Thing.Value")?.cases.map(\.tags) == [["number"], ["integer"]])
    #expect(run.payload("integer", of: "Thing.Value") == .integer(bits: 64, isSigned: true))
    #expect(run.payload("number", of: "Thing.Value") == .floatingPoint(bits: 64))
  }

  @Test("A type that includes another one is not a second form")
  func includedNumbers() {
    #expect(
      SchemaRun.property(#"{"type": ["integer", "number"]}"#).value?.type
        == .floatingPoint(bits: 64))
    #expect(
      SchemaRun.property(#"{"oneOf": [{"type": "integer"}, {"type": "integer", "minimum": 3}]}"#)
        .value?.type == Self.int)
  }

  @Test("Objects are distinguished by a constant at the top level")
  func constants() {
    let run = SchemaRun(
      """
      {"oneOf": [{"$ref": "#/$defs/circle"}, {"$ref": "#/$defs/square"},
                 {"properties": {"shape": {"enum": ["line", "ray"]}, "end": true}}],
       "$defs": {
         "circle": {"properties": {"shape": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["shape"]},
         "square": {"properties": {"shape": {"const": "square"}}, "required": ["shape"]}}}
      """)
    #expect(run.report.isEmpty)
    let union = run.union("Thing")
    #expect(union?.discriminator == .string(path: ["shape"]))
    #expect(union?.cases.map(\.tags) == [["circle"], ["square"], ["line", "ray"]])
    #expect(run.payload("circle", of: "Thing") == .named("Circle"))
    #expect(run.payload("line", of: "Thing") == .named("Thing.Line"))
    #expect(union?.keepsUnknown == true)
  }

  private static let events = [
    "m.text.json": """
    {"properties": {"type": {"const": "m.message"}, "content": {"properties": {"kind": {"const": "text"}}}}}
    """,
    "m.image.json": """
    {"properties": {"type": {"enum": ["m.message"]}, "content": {"properties": {"kind": {"enum": ["image"]}}}}}
    """,
    "m.message.json": """
    {"properties": {"type": {"const": "m.message"}, "content": {"properties": {"kind": {"type": "string"}}}}}
    """,
    "m.name.json": #"{"properties": {"type": {"const": "m.name"}, "content": {"type": "object"}}}"#,
    "m.receipt.json": #"{"properties": {"type": {"enum": ["m.receipt", "m.private"]}}}"#,
    "other.json": #"{"properties": {"x": true}}"#,
  ]

  @Test("Files with the same constant are variants, distinguished one level down")
  func variants() {
    let run = SchemaRun(Self.events)
    #expect(run.errors.isEmpty, "\(run.report)")
    let union = run.union("MMessageVariant")
    #expect(union?.discriminator == .string(path: ["content", "kind"]))
    #expect(union?.cases.map(\.tags) == [["image"], ["text"]])
    #expect(run.payload("text", of: "MMessageVariant") == .named("MText"))
    #expect(run.module.types.filter { $0.name.hasSuffix("Variant") }.count == 1)
  }

  @Test("A union over all files is created on request")
  func unionOfAll() {
    let run = SchemaRun(Self.events, options: JSONSchemaOptions(unionName: "AnyEvent"))
    #expect(run.errors.isEmpty, "\(run.report)")
    let union = run.union("AnyEvent")
    #expect(union?.discriminator == .string(path: ["type"]))
    #expect(union?.cases.map(\.tags) == [["m.message"], ["m.name"], ["m.receipt", "m.private"]])
    #expect(run.payload("mMessage", of: "AnyEvent") == .named("MMessageVariant"))
    #expect(run.payload("mName", of: "AnyEvent") == .named("MName"))
  }

  @Test("A file that lists others is their union, in two levels if one is not enough")
  func listedUnion() {
    var files = Self.events
    files["all.json"] =
      "{\"oneOf\": ["
      + ["m.text", "m.image", "m.name"].map { "{\"$ref\": \"\($0).json\"}" }.joined(separator: ", ")
      + "]}"
    let run = SchemaRun(files)
    #expect(run.errors.isEmpty, "\(run.report)")
    #expect(run.union("All")?.discriminator == .string(path: ["type"]))
    #expect(run.payload("mName", of: "All") == .named("MName"))
    #expect(run.payload("mMessage", of: "All") == .named("All.MMessageForm"))
    #expect(run.union("All.MMessageForm")?.discriminator == .string(path: ["content", "kind"]))
    #expect(run.payload("image", of: "All.MMessageForm") == .named("MImage"))
  }

  @Test("Objects of one key each are distinguished by that key")
  func singleKeys() {
    let run = SchemaRun(
      """
      {"oneOf": [
        {"properties": {"text": {"type": "string"}}, "required": ["text"]},
        {"properties": {"image": {"properties": {"url": {"type": "string"}}}}, "required": ["image"]}]}
      """)
    #expect(run.report.isEmpty)
    #expect(run.union("Thing")?.discriminator == .singleKey)
    #expect(run.payload("text", of: "Thing") == .string)
    #expect(run.payload("image", of: "Thing") == .named("Thing.Image"))
  }

  @Test("A discriminator of OpenAPI names the property and its values")
  func openAPI() {
    let run = SchemaRun(
      """
      {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}],
       "discriminator": {"propertyName": "pet", "mapping": {"puss": "#/$defs/Cat"}},
       "$defs": {"Cat": {"properties": {"pet": {"type": "string"}}},
                 "Dog": {"properties": {"pet": {"type": "string"}}}}}
      """)
    #expect(run.report.isEmpty)
    #expect(run.union("Thing")?.discriminator == .string(path: ["pet"]))
    #expect(run.union("Thing")?.cases.map(\.tags) == [["puss"], ["Dog"]])
  }

  @Test("Constants with descriptions become an enum that is open to other strings")
  func describedConstants() {
    let run = SchemaRun.property(
      """
      {"anyOf": [{"const": "a", "description": "The first."}, {"enum": ["b", "c"]}, {"type": "string"}]}
      """)
    #expect(run.report.isEmpty)
    let cases = run.enumeration("Thing.Value")?.cases
    #expect(cases?.map(\.rawValue) == [.string("a"), .string("b"), .string("c")])
    #expect(cases?.first?.documentation == "The first.")
  }

  @Test("Forms that only list required members do not change the type")
  func narrowing() {
    let run = SchemaRun(
      """
      {"properties": {"a": {"type": "string"}, "b": {"type": "string"}},
       "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
      """)
    #expect(run.object("Thing")?.fields.map(\.name) == ["a", "b"])
    #expect(run.errors.isEmpty)
    #expect(run.diagnostics.map(\.code) == [.unsupportedKeyword])
  }

  @Test("Forms refine the keywords beside them")
  func commonMembers() {
    let run = SchemaRun(
      """
      {"properties": {"id": {"type": "integer"}}, "required": ["id"], "oneOf": [
        {"properties": {"kind": {"const": "a"}, "x": {"type": "string"}}},
        {"properties": {"kind": {"const": "b"}}}]}
      """)
    #expect(run.errors.isEmpty)
    #expect(run.union("Thing")?.discriminator == .string(path: ["kind"]))
    #expect(run.object("Thing.A")?.fields.map(\.name) == ["id", "kind", "x"])
    #expect(run.object("Thing.B")?.fields.map(\.name) == ["id", "kind"])
  }

  @Test("Indistinguishable forms lose no data")
  func ambiguous() {
    let run = SchemaRun.property(
      #"{"oneOf": [{"properties": {"a": true}}, {"properties": {"b": true}}]}"#)
    #expect(run.value?.type == .jsonObject)
    #expect(run.diagnostics.map(\.code) == [.ambiguousUnion])
    let fields = SchemaRun(
      #"{"properties": {"x": true}, "oneOf": [{"properties": {"a": true}}, {"properties": {"b": true}}]}"#
    )
    #expect(fields.object("Thing")?.fields.map(\.name) == ["x"])
    #expect(fields.diagnostics.map(\.code) == [.ambiguousUnion])
    let any = SchemaRun.property(#"{"oneOf": [{"type": "string"}, {}]}"#)
    #expect(any.value?.type == .json)
    #expect(any.diagnostics.map(\.code) == [.ambiguousUnion])
  }

  @Test("One form alone, or beside null, is that form")
  func single() {
    #expect(SchemaRun.property(#"{"oneOf": [{"type": "integer"}]}"#).value?.type == Self.int)
    let run = SchemaRun.property(
      """
      {"anyOf": [{"$ref": "#/properties/value/$defs/x"}, {"type": "null"}],
       "$defs": {"x": {"properties": {"a": true}}}}
      """)
    #expect(run.value?.type == .named("X"))
    #expect(run.value?.isNullable == true)
  }
}
