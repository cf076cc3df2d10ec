import GRDB
import ModelKit
import ModelStoreGRDB
import Signals
import Testing

@Suite("Damage")
struct DamageTests {
  private let folder = TemporaryFolder()

  private func fill(_ count: Int = 200) throws -> String {
    let path = folder.file("a.sqlite")
    do {
      let persistence = try GRDBPersistence(path: path)
      try persistence.prepare(FirstContact.schema)
      let contacts = (0..<count).map { number in
        FirstContact("\(number)", ["name": String(repeating: "\(number) ", count: 40)])
      }
      try persistence.apply {
        contacts.map {
          ModelWrite(schema: FirstContact.schema, id: $0.id, content: $0.encoded())
        }
      }
    }
    // Moves everything into the single file that the tests damage.
    try DatabaseQueue(path: path).inDatabase {
      try $0.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    return path
  }

  @Test("a file that is not a database is rejected and left unchanged")
  func refusesForeignFile() throws {
    let path = folder.file("a.sqlite")
    let bytes = Array(String(repeating: "this is my diary. ", count: 500).utf8)
    write(bytes, to: path)
    let error = #expect(throws: ModelPersistenceError.self) { try GRDBPersistence(path: path) }
    #expect(error?.reason == .corrupt)
    #expect(error?.description.hasPrefix(path) == true)
    #expect(contents(of: path) == bytes)
  }

  @Test(
    "another program's database is rejected and left unchanged, with any journal mode",
    arguments: ["DELETE", "WAL"])
  func refusesForeignDatabase(_ journal: String) throws {
    let path = folder.file("a.sqlite")
    try DatabaseQueue(path: path).inDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = \(journal)")
      try database.execute(sql: "CREATE TABLE other (x); INSERT INTO other VALUES (1)")
    }
    let bytes = contents(of: path)
    let error = #expect(throws: ModelPersistenceError.self) { try GRDBPersistence(path: path) }
    #expect(error?.reason == .corrupt)
    #expect(contents(of: path) == bytes)
  }

  @Test(
    "a file without a version is rejected and left unchanged",
    arguments: ["'abc'", "-5", "0", "1.5", "x'31'", nil])
  func refusesUnknownFormat(_ version: String?) throws {
    let path = try fill(1)
    try DatabaseQueue(path: path).write { database in
      try database.execute(sql: "DELETE FROM modelkit_format")
      guard let version else { return }
      try database.execute(sql: "INSERT INTO modelkit_format VALUES (\(version))")
    }
    let bytes = contents(of: path)
    let error = #expect(throws: ModelPersistenceError.self) { try GRDBPersistence(path: path) }
    #expect(error?.reason == .corrupt)
    #expect(contents(of: path) == bytes)
  }

  @Test(
    "content that is not bytes is an unreadable row, alone and in lists, and can be rewritten")
  func numbersAsContent() throws {
    let path = try fill(2)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE model_Contact SET content = 5 WHERE id = '1'")
    }
    let store = try ModelStore(persistence: GRDBPersistence(path: path), of: [FirstContact.self])
    #expect(store.value(FirstContact.self, "1") == nil)
    store.update { $0.merge(FirstContact("1", ["mail": "anew"])) }
    try store.flush()
    let content = try GRDBPersistence(path: path).content(of: "1", in: FirstContact.schema)
    #expect(content.map { String(decoding: $0, as: UTF8.self) }?.contains("anew") == true)
  }

  @Test("the check finds a damaged file, and reading it is an error, not a crash or a loss")
  func findsDamage() throws {
    let path = try fill()
    let whole = contents(of: path)
    try GRDBPersistence(path: path).check()
    var damaged = whole
    // The first pages, with the schema tables, stay intact.
    for offset in stride(from: 32_768, to: damaged.count, by: 61) { damaged[offset] ^= 0x5A }
    write(damaged, to: path)
    let persistence = try GRDBPersistence(path: path)
    let error = #expect(throws: ModelPersistenceError.self) { try persistence.check() }
    #expect(error?.reason == .corrupt)
    let store = try ModelStore(persistence: persistence, of: [FirstContact.self])
    for number in 0..<200 { _ = store.value(FirstContact.self, "\(number)") }
    #expect(contents(of: path).count >= whole.count)
  }

  @Test("a truncated file causes a clear error")
  func refusesTruncatedFile() throws {
    let path = try fill()
    write(Array(contents(of: path).prefix(6000)), to: path)
    let error = #expect(throws: ModelPersistenceError.self) {
      let persistence = try GRDBPersistence(path: path)
      try persistence.prepare(SecondContact.schema)
      try persistence.check()
    }
    #expect(error?.reason == .corrupt)
  }

  @Test(
    "a corrupt row affects only itself: others are read, indexes work, and it can be rewritten")
  func survivesCorruptRow() throws {
    let path = try fill(3)
    try DatabaseQueue(path: path).write { database in
      try database.execute(sql: "UPDATE model_Contact SET content = x'7BFF00' WHERE id = '1'")
      try database.execute(sql: "UPDATE model_Contact SET content = 'text' WHERE id = '2'")
    }
    let store = try ModelStore(persistence: GRDBPersistence(path: path), of: [SecondContact.self])
    #expect(store.value(SecondContact.self, "0")?.texts["title"]?.hasPrefix("0 ") == true)
    #expect(store.value(SecondContact.self, "1") == nil)
    #expect(store.value(SecondContact.self, "2") == nil)
    var ids: [String] = []
    let subscription = store.issues.subscribe { issue in
      guard case .unreadableRow(let type, let id, _) = issue else { return }
      #expect(type == "Contact" && (id == "1" || id == "2"))
    }
    subscription.dispose()
    store.update { $0.merge(SecondContact("1", ["title": "anew"])) }
    try store.flush()
    try GRDBPersistence(path: path).forEachRow(in: SecondContact.schema, ModelRowQuery()) { id, _ in
      ids.append(id)
      return true
    }
    #expect(ids.sorted() == ["0", "1", "2"])
    #expect(store.value(SecondContact.self, "1")?.texts == ["title": "anew"])
  }

  @Test("a newer program's file is rejected and left unchanged")
  func refusesNewerFormat() throws {
    let path = try fill(1)
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE modelkit_format SET version = 2")
    }
    let bytes = contents(of: path)
    let error = #expect(throws: ModelPersistenceError.self) { try GRDBPersistence(path: path) }
    #expect(error?.reason == .newerFormat)
    #expect(contents(of: path) == bytes)
  }

  @Test("a folder that does not exist is an error that names the file")
  func namesMissingFolder() throws {
    let path = folder.file("no/such/folder.sqlite")
    let error = #expect(throws: ModelPersistenceError.self) { try GRDBPersistence(path: path) }
    #expect(error?.reason == .inaccessible)
    #expect(error?.path == path)
  }
}
