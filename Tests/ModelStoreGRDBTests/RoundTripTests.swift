import GRDB
import ModelKit
import ModelStoreGRDB
import Signals
import Testing

@Suite("Rows in SQLite")
struct RoundTripTests {
  private let folder = TemporaryFolder()

  private func makeStore(_ file: String = "a.sqlite") throws -> ModelStore {
    try ModelStore(
      persistence: GRDBPersistence(path: folder.file(file)), of: [FirstContact.self])
  }

  @Test("rows outlive the store, deleted ones do not")
  func outlivesStore() throws {
    do {
      let store = try makeStore()
      store.update { transaction in
        transaction.merge(FirstContact("a", ["name": "Ada \u{0} \u{1F600} \" '"]))
        transaction.merge(FirstContact("b'; DROP TABLE x; --", ["mail": "b@x"]))
        transaction.merge(FirstContact("c", [:]))
      }
      store.update { $0.delete(FirstContact.self, "c") }
      try store.flush()
    }
    let store = try makeStore()
    #expect(store.value(FirstContact.self, "a")?.texts == ["name": "Ada \u{0} \u{1F600} \" '"])
    #expect(store.value(FirstContact.self, "b'; DROP TABLE x; --")?.texts == ["mail": "b@x"])
    #expect(store.value(FirstContact.self, "c") == nil)
  }

  @Test("identifiers with zero bytes have separate rows")
  func zerosInIdentifiers() throws {
    let ids = ["a", "a\u{0}b", "a\u{0}c", "\u{0}", ""]
    do {
      let store = try makeStore()
      store.update { transaction in
        for id in ids { transaction.merge(FirstContact(id, ["name": "of \(id)"])) }
        transaction.merge(FirstContact("a\u{0}d", [:]))
      }
      try store.flush()
      store.update { $0.delete(FirstContact.self, "a\u{0}d") }
      try store.flush()
    }
    let store = try makeStore()
    for id in ids { #expect(store.value(FirstContact.self, id)?.texts == ["name": "of \(id)"]) }
    var found: [String] = []
    try GRDBPersistence(path: folder.file("a.sqlite"))
      .forEachRow(in: FirstContact.schema, ModelRowQuery()) { id, _ in
        found.append(id)
        return true
      }
    #expect(found.sorted() == ids.sorted())
  }

  @Test("unflushed changes are written when the store is released")
  func writesBehind() async throws {
    do {
      let store = try makeStore()
      store.update { $0.merge(FirstContact("a", ["name": "Ada"])) }
    }
    let reader = try GRDBPersistence(path: folder.file("a.sqlite"))
    for _ in 0..<3000 {
      if try reader.content(of: "a", in: FirstContact.schema) != nil { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("the row is written within half a minute")
  }

  @Test("a list matches rows by an index, which SQLite uses")
  func matchesByIndex() async throws {
    let persistence = try GRDBPersistence(path: folder.file("a.sqlite"))
    let store = try ModelStore(persistence: persistence, of: [FirstContact.self])
    store.update { transaction in
      for number in 0..<1000 {
        transaction.merge(FirstContact("\(number)", ["name": "n\(number % 100)"]))
      }
    }
    try store.flush()
    var found = 0
    try persistence.forEachRow(
      in: FirstContact.schema, ModelRowQuery(matching: ModelIndexMatch("name", .string("n7")))
    ) { _, _ in
      found += 1
      return true
    }
    #expect(found == 10)
    let list = store.rows(
      FirstContact.self, matching: ModelIndexMatch("name", .string("n7")),
      where: { $0.texts["name"] == "n7" }, by: { $0.id < $1.id })
    await #expect(list.first()?.count == 10)
    #expect(try planOfQuery()?.contains("USING INDEX") == true)
  }

  /// SQLite's query plan for a search by name.
  private func planOfQuery() throws -> String? {
    let database = try DatabaseQueue(path: folder.file("a.sqlite"))
    let index = try #require(
      try database.read {
        try String.fetchOne($0, sql: "SELECT sql FROM sqlite_master WHERE type='index' AND sql<>''")
      })
    let expression = try #require(index.split(separator: "(", maxSplits: 1).last).dropLast()
    return try database.read { database -> String? in
      let row = try Row.fetchOne(
        database,
        sql: "EXPLAIN QUERY PLAN SELECT id FROM model_Contact WHERE \(expression) = 'n7'")
      return row?["detail"]
    }
  }

  @Test("an index that the schema does not have is rejected")
  func refusesUnknownIndex() throws {
    let persistence = try GRDBPersistence(path: folder.file("a.sqlite"))
    try persistence.prepare(FirstContact.schema)
    let error = #expect(throws: ModelPersistenceError.self) {
      try persistence.forEachRow(
        in: FirstContact.schema, ModelRowQuery(matching: ModelIndexMatch("mail", .string("x")))
      ) { _, _ in true }
    }
    #expect(error?.reason == .schema)
  }

  @Test("the store can share a database with other tables")
  func sharesDatabase() throws {
    let database = try DatabaseQueue(path: folder.file("shared.sqlite"))
    try database.write {
      try $0.execute(sql: "CREATE TABLE other (x); INSERT INTO other VALUES (1)")
    }
    let store = try ModelStore(persistence: GRDBPersistence(database), of: [FirstContact.self])
    store.update { $0.merge(FirstContact("a", ["name": "Ada"])) }
    try store.flush()
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM other") } == 1)
    #expect(
      try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM model_Contact") } == 1)
  }
}
