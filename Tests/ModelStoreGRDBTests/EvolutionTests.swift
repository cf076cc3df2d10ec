import GRDB
import ModelKit
import ModelStoreGRDB
import Testing

@Suite("Evolution of schemas")
struct EvolutionTests {
  private let folder = TemporaryFolder()

  private func makeStore(_ type: any StoredModel.Type) throws -> ModelStore {
    try ModelStore(persistence: GRDBPersistence(path: folder.file("a.sqlite")), of: [type])
  }

  private func indexNames() throws -> [String] {
    try DatabaseQueue(path: folder.file("a.sqlite")).read { database in
      try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type='index' AND sql<>'' ORDER BY 1")
    }
  }

  private func fill() throws {
    let store = try makeStore(FirstContact.self)
    store.update { $0.merge(FirstContact("a", ["name": "Ada", "mail": "ada@x"])) }
    store.update { $0.merge(FirstContact("b", ["mail": "b@x"])) }
    try store.flush()
  }

  @Test("renamed, removed and added fields: nothing is lost, back and forth")
  func evolves() throws {
    try fill()
    do {
      let store = try makeStore(SecondContact.self)
      let ada = try #require(store.value(SecondContact.self, "a"))
      #expect(ada.texts == ["title": "Ada"])
      #expect(ada.unknown["mail"]?.text == "\"ada@x\"")
      store.update { $0.merge(SecondContact("a", ["phone": "1", "title": "Countess"])) }
      try store.flush()
    }
    let store = try makeStore(FirstContact.self)
    let ada = try #require(store.value(FirstContact.self, "a"))
    #expect(ada.texts == ["mail": "ada@x"])
    #expect(ada.unknown["phone"]?.text == "\"1\"")
    #expect(ada.unknown["title"]?.text == "\"Countess\"")
    #expect(store.value(FirstContact.self, "b")?.texts == ["mail": "b@x"])
  }

  @Test("indexes follow the schema, and include rows that were written under older keys")
  func evolvesIndexes() throws {
    try fill()
    #expect(try indexNames() == ["model_Contact.name"])
    let persistence = try GRDBPersistence(path: folder.file("a.sqlite"))
    try persistence.prepare(SecondContact.schema)
    #expect(try indexNames() == ["model_Contact.phone", "model_Contact.title"])
    var found: [String] = []
    try persistence.forEachRow(
      in: SecondContact.schema, ModelRowQuery(matching: ModelIndexMatch("title", .string("Ada")))
    ) { id, _ in
      found.append(id)
      return true
    }
    #expect(found == ["a"])
    try persistence.prepare(ThirdContact.schema)
    #expect(try indexNames() == [])
    try persistence.prepare(FirstContact.schema)
    #expect(try indexNames() == ["model_Contact.name"])
  }

  @Test("the file remembers each type's schema and counts its versions")
  func countsVersions() throws {
    try fill()
    let persistence = try GRDBPersistence(path: folder.file("a.sqlite"))
    try persistence.prepare(FirstContact.schema)
    try persistence.prepare(SecondContact.schema)
    let row = try DatabaseQueue(path: folder.file("a.sqlite")).read {
      try Row.fetchOne($0, sql: "SELECT name, version, hash, fields FROM modelkit_schema")
    }
    #expect(row?["name"] == "Contact")
    #expect(row?["version"] == 2)
    #expect(row?["hash"] == Int64(-14))
    #expect(row?["fields"] == "id title phone")
  }

  @Test("types whose names differ only in case are rejected")
  func refusesSimilarNames() throws {
    try fill()
    let persistence = try GRDBPersistence(path: folder.file("a.sqlite"))
    let error = #expect(throws: ModelPersistenceError.self) {
      try persistence.prepare(ModelSchema(name: "CONTACT", hash: 1, fields: []))
    }
    #expect(error?.reason == .schema)
  }

  @Test("fields whose names differ only in case have indexes of their own, also after a restart")
  func indexesSimilarFields() throws {
    let fields = ["roomID", "roomId", "ROOMID"].map {
      ModelField($0, keyPath: [$0], isIndexed: true)
    }
    let schema = ModelSchema(name: "Similar", hash: 1, fields: fields)
    let path = folder.file("a.sqlite")
    try GRDBPersistence(path: path).prepare(schema)
    let persistence = try GRDBPersistence(path: path)
    try persistence.apply {
      [
        ModelWrite(
          schema: schema, id: "1", content: Array(#"{"roomID":1,"roomId":2,"ROOMID":3}"#.utf8))
      ]
    }
    for (index, field) in fields.enumerated() {
      var found = 0
      let match = ModelIndexMatch(field.name, .integer(Int64(index + 1)))
      for order in [nil, ModelRowQuery.Order(field.name)] {
        try persistence.forEachRow(
          in: schema, ModelRowQuery(matching: match, orderedBy: order)
        ) { _, _ in
          found += 1
          return true
        }
      }
      #expect(found == 2, "\(field.name)")
    }
    let names = try indexNames()
    #expect(names.count == 6)
    try GRDBPersistence(path: path).prepare(schema)
    #expect(try indexNames() == names)
  }

  @Test("keys with dots and quotes can be indexed, as far as SQLite can name them")
  func indexesOddKeys() throws {
    let persistence = try GRDBPersistence(path: folder.file("a.sqlite"))
    func schema(_ keyPath: [String]) -> ModelSchema {
      ModelSchema(
        name: "Odd", hash: 1, fields: [ModelField("x", keyPath: keyPath, isIndexed: true)])
    }
    try persistence.prepare(schema(["content", "m.relates'to $x"]))
    try persistence.apply {
      [
        ModelWrite(
          schema: schema(["content"]), id: "1",
          content: Array(#"{"content":{"m.relates'to $x":true}}"#.utf8))
      ]
    }
    var found = 0
    try persistence.forEachRow(
      in: schema(["content", "m.relates'to $x"]),
      ModelRowQuery(matching: ModelIndexMatch("x", .boolean(true)))
    ) { _, _ in
      found += 1
      return true
    }
    #expect(found == 1)
    let error = #expect(throws: ModelPersistenceError.self) {
      try persistence.prepare(schema(["a\"b"]))
    }
    #expect(error?.reason == .schema)
  }
}
