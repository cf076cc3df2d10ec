import ModelSchema
import Testing

@Suite("Plank's dialect")
struct PlankDialectTests {
  private static let int = TypeReference.integer(bits: nil, isSigned: true)

  private static let person = """
    {"id": "person.json", "title": "person", "type": "object", "algebraicDataTypeIdentifier": "human",
     "properties": {"id": {"type": "string"}, "since": {"type": "string", "format": "date-time"}},
     "required": ["id"]}
    """

  @Test("Properties that are not required may be null")
  func nullability() {
    let run = SchemaRun(["person.json": Self.person])
    #expect(run.report.isEmpty)
    #expect(run.field("id", of: "Person")?.isNullable == false)
    #expect(run.field("id", of: "Person")?.isRequired == true)
    #expect(run.field("since", of: "Person")?.isNullable == true)
    #expect(run.field("since", of: "Person")?.type == .date(transformer: nil))
  }

  @Test("A type extends another one")
  func inheritance() {
    let run = SchemaRun(
      [
        "worker.json": """
        {"id": "worker.json", "title": "worker", "extends": {"$ref": "person.json"}, "type": "object",
         "properties": {"since": {"type": "string", "format": "uri"}, "job": {"type": "string"}},
         "required": ["job"]}
        """
      ], others: ["person.json": Self.person])
    #expect(run.object("Worker")?.fields.map(\.name) == ["id", "since", "job"])
    #expect(run.field("since", of: "Worker")?.type == .url)
    #expect(run.field("id", of: "Worker")?.isRequired == true)
    #expect(run.type("Person") == nil)
  }

  @Test("Sets, maps and inner classes")
  func collections() {
    let run = SchemaRun([
      "shelf.json": """
      {"id": "shelf.json", "title": "shelf", "type": "object", "properties": {
        "tags": {"type": "array", "unique": "true", "items": {"type": "string"}},
        "any": {"type": "array", "unique": "true"},
        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
        "free": {"type": "object"},
        "board": {"title": "plank", "type": "object", "properties": {"width": {"type": "number"}}}}}
      """
    ])
    #expect(run.report.isEmpty)
    #expect(run.field("tags", of: "Shelf")?.type == .set(.string))
    #expect(run.field("any", of: "Shelf")?.type == .set(.json))
    #expect(run.field("counts", of: "Shelf")?.type == .map(key: .string, value: Self.int))
    #expect(run.field("free", of: "Shelf")?.type == .jsonObject)
    #expect(run.field("board", of: "Shelf")?.type == .named("Shelf.Plank"))
  }

  @Test("Enums list values with descriptions, which are the names of numbers")
  func enumerations() {
    let run = SchemaRun([
      "lamp.json": """
      {"id": "lamp.json", "title": "lamp", "type": "object", "properties": {
        "state": {"type": "string", "enum": [{"default": "off", "description": "off"},
          {"default": "on", "description": "is_on"}], "default": "off"},
        "level": {"type": "integer", "enum": [{"default": -1, "description": "broken"},
          {"default": 255, "description": "full_light"}]}}}
      """
    ])
    #expect(run.report.isEmpty)
    let state = run.enumeration("Lamp.State")
    #expect(state?.cases.map(\.name) == ["off", "isOn"])
    #expect(state?.cases.map(\.rawValue) == [.string("off"), .string("on")])
    #expect(state?.defaultCase == "off")
    #expect(run.field("state", of: "Lamp")?.defaultValue == .enumCase("off"))
    let level = run.enumeration("Lamp.Level")
    #expect(level?.cases.map(\.name) == ["broken", "fullLight"])
    #expect(level?.cases.map(\.rawValue) == [.integer(-1), .integer(255)])
  }

  @Test("Objects in oneOf are distinguished by identifier, scalars by kind")
  func unions() {
    let run = SchemaRun(
      [
        "box.json": """
        {"id": "box.json", "title": "box", "type": "object", "properties": {
          "owner": {"oneOf": [{"$ref": "person.json"}, {"$ref": "box.json"},
            {"type": "object", "title": "nobody", "properties": {"why": {"type": "string"}}},
            {"type": "string"}, {"type": "integer"}]}}}
        """
      ], others: ["person.json": Self.person])
    #expect(run.errors.isEmpty)
    #expect(run.union("Box.Owner")?.discriminator == .kind)
    #expect(run.payload("object", of: "Box.Owner") == .named("Box.Owner.ObjectForm"))
    let objects = run.union("Box.Owner.ObjectForm")
    #expect(objects?.discriminator == .string(path: ["type"]))
    #expect(objects?.cases.map(\.tags) == [["human"], ["box"], ["nobody"]])
  }

  @Test("A map beside objects in oneOf is what the objects are not")
  func unionsWithMap() {
    let run = SchemaRun(
      [
        "box.json": """
        {"id": "box.json", "title": "box", "type": "object", "properties": {
          "owner": {"oneOf": [{"$ref": "person.json"}, {"$ref": "box.json"},
            {"type": "object", "additionalProperties": {"type": "integer"}}]}}}
        """
      ], others: ["person.json": Self.person])
    #expect(run.union("Box.Owner")?.discriminator == .string(path: ["type"]))
    #expect(run.union("Box.Owner")?.cases.map(\.tags) == [["human"], ["box"]])
    #expect(run.diagnostics.map(\.code) == [.ambiguousUnion])
    #expect(run.errors.isEmpty)
  }

  @Test("References use the last part of their path")
  func references() {
    let run = SchemaRun(
      [
        "box.json": """
        {"id": "box.json", "title": "box", "type": "object",
         "properties": {"owner": {"$ref": "/schemas/v2/person.json"}}}
        """
      ], others: ["person.json": Self.person])
    #expect(run.errors.isEmpty, "\(run.report)")
    #expect(run.field("owner", of: "Box")?.type == .named("Person"))
  }

  @Test("What Plank cannot read as an element or a value is any JSON, with a warning")
  func unreadableParts() {
    let run = SchemaRun([
      "crate.json": """
      {"id": "crate.json", "title": "crate", "type": "object", "properties": {
        "weights": {"type": "array", "items": "number"},
        "labels": {"type": "object", "additionalProperties": "string"},
        "nested": {"type": "object", "additionalProperties": {
          "type": "object", "additionalProperties": {"type": {"$ref": "crate.json"}}}},
        "parts": {"type": "array", "items": {
          "oneof": [{"$ref": "crate.json"}, {"type": "array", "items": "number"}]}},}}
      """
    ])
    #expect(run.field("weights", of: "Crate")?.type == .array(.json))
    #expect(run.field("labels", of: "Crate")?.type == .jsonObject)
    #expect(
      run.field("nested", of: "Crate")?.type
        == .map(key: .string, value: .map(key: .string, value: .json)))
    #expect(run.field("parts", of: "Crate")?.type == .array(.json))
    #expect(
      run.report == """
        crate.json:2:41: warning invalid-keyword: a schema is an object or a boolean, not a string: \
        the values are any JSON, as in Plank | Write {"type": "number"}.
        crate.json:3:56: warning invalid-keyword: a schema is an object or a boolean, not a string: \
        the values are any JSON, as in Plank | Write {"type": "string"}.
        crate.json:5:56: warning invalid-keyword: 'type' holds an object, not the name of a type: \
        the values are any JSON, as in Plank | Write for example "string".
        crate.json:7:5: warning unsupported-keyword: 'oneof' is not a keyword of JSON Schema: \
        it is ignored, as in Plank | Did you mean 'oneOf'?
        crate.json:7:78: warning trailing-comma: a comma follows the last value | Remove the comma.
        """)
  }

  @Test("A property that Plank cannot read is an error, as everywhere in other dialects")
  func unreadableProperties() {
    let property = SchemaRun([
      "crate.json": """
      {"id": "crate.json", "title": "crate", "type": "object", "properties": {
        "weight": "number", "owner": {"type": {"$ref": "crate.json"}}}}
      """
    ])
    #expect(property.errors.map(\.location.column) == [13, 41])
    let other = SchemaRun(
      #"{"properties": {"parts": {"items": "number"}, "any": {"items": {"oneof": []}}}}"#)
    #expect(other.errors.map(\.code) == [.invalidKeyword, .unsupportedKeyword])
  }
}
