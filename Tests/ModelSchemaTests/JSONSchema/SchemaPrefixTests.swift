import ModelSchema
import Testing

@Suite("Prefixes of type names")
struct SchemaPrefixTests {
  private func run(_ files: [String: String], union: String? = nil) -> SchemaRun {
    var options = JSONSchemaOptions(unionName: union)
    options.typePrefix = "LB"
    return SchemaRun(files, options: options)
  }

  @Test("Every type has the prefix once, and so has every reference to it")
  func references() {
    let run = run([
      "room.json": """
      {"properties": {"owner": {"$ref": "user.json"}, "guests": {"type": "array", "items":
        {"$ref": "user.json"}}, "place": {"properties": {"floor": {"type": "integer"}}},
        "byName": {"additionalProperties": {"$ref": "user.json"}}}}
      """,
      "user.json": #"{"title": "user", "properties": {"kind": {"enum": ["host", "guest"]}}}"#,
    ])
    #expect(run.report.isEmpty)
    #expect(run.types.map(\.name).sorted() == ["LBRoom", "LBRoom.Place", "LBUser", "LBUser.Kind"])
    #expect(run.field("owner", of: "LBRoom")?.type == .named("LBUser"))
    #expect(run.field("guests", of: "LBRoom")?.type == .array(.named("LBUser")))
    #expect(run.field("byName", of: "LBRoom")?.type == .map(key: .string, value: .named("LBUser")))
    #expect(run.field("place", of: "LBRoom")?.type == .named("LBRoom.Place"))
    #expect(run.field("kind", of: "LBUser")?.type == .named("LBUser.Kind"))
  }

  @Test("A union over all files has it too, but neither its cases nor its tags have")
  func unions() {
    let run = run(
      [
        "ring.json": #"{"properties": {"kind": {"const": "ring"}}}"#,
        "stop.json": #"{"properties": {"kind": {"const": "stop"}}}"#,
      ], union: "Event")
    #expect(run.report.isEmpty)
    guard case .union(let union)? = run.type("LBEvent")?.kind else {
      Issue.record("no union")
      return
    }
    #expect(union.cases.map(\.name) == ["ring", "stop"])
    #expect(union.cases.map(\.tags) == [["ring"], ["stop"]])
    #expect(union.cases.map(\.payload) == [.value(.named("LBRing")), .value(.named("LBStop"))])
  }

  @Test("Swift types from elsewhere and identifiers have no prefix")
  func elsewhere() {
    let run = run([
      "a.json": """
      {"properties": {"id": {"type": "string", "format": "mx-user-id"},
        "place": {"x-swift-type": "Place", "x-import": "Maps"}}}
      """
    ])
    #expect(run.field("id", of: "LBA")?.type == .identifier("UserID"))
    #expect(run.field("place", of: "LBA")?.type == .external(name: "Place", module: "Maps"))
  }

  @Test("A nested type hides nothing once the type of its name has a prefix")
  func nested() {
    let files = [
      "user.json": #"{"properties": {"name": {"type": "string"}}}"#,
      "room.json": """
      {"properties": {"user": {"properties": {"seat": {"type": "integer"}}},
        "owner": {"$ref": "user.json"}}}
      """,
    ]
    #expect(run(files).field("user", of: "LBRoom")?.type == .named("LBRoom.User"))
    #expect(SchemaRun(files).field("user", of: "Room")?.type == .named("Room.UserValue"))
  }
}
