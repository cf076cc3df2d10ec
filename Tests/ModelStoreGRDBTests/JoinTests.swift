import Foundation
import GRDB
import ModelKit
import ModelStoreGRDB
import Signals
import SignalsTesting
import Testing

@Suite("Rows in the caller's transaction")
struct JoinTests {
  /// A database with a table of its own, beside the rows of the store.
  struct Desk {
    let database: any DatabaseWriter
    let store: ModelStore
    let scheduler = TestScheduler()

    init(_ database: any DatabaseWriter) throws {
      self.database = database
      try database.write {
        try $0.execute(sql: "CREATE TABLE IF NOT EXISTS token (value INTEGER NOT NULL)")
      }
      store = try ModelStore(
        persistence: GRDBPersistence(database), of: [FirstContact.self],
        writingScheduler: scheduler)
    }

    /// Saves a token and a name together.
    func save(
      _ token: Int, _ name: String, of id: String = "a",
      then body: (Database) throws -> Void = { _ in }
    ) throws {
      try store.update { transaction in
        try database.write { database in
          try database.execute(sql: "INSERT INTO token VALUES (?)", arguments: [token])
          transaction.merge(FirstContact(id, ["name": name]))
          try transaction.save(in: database)
          try body(database)
        }
      }
    }

    var tokens: [Int] {
      get throws { try database.read { try Int.fetchAll($0, sql: "SELECT value FROM token") } }
    }

    /// The name in the file; nil if there is no row.
    func storedName(of id: String = "a") throws -> String? {
      try database.read { database in
        try String.fetchOne(
          database, sql: "SELECT CAST(content AS TEXT) ->> 'name' FROM model_Contact WHERE id = ?",
          arguments: [id])
      }
    }

    func name(of id: String = "a") -> String? { store.value(FirstContact.self, id)?.texts["name"] }
  }

  private struct Refusal: Error {}

  private let folder = TemporaryFolder()

  /// A store in a pool or in a queue, in which a reader waits for a writer.
  private func makeDesk(inPool: Bool = true) throws -> Desk {
    let path = folder.file("a.sqlite")
    return try Desk(inPool ? DatabasePool(path: path) : DatabaseQueue(path: path))
  }

  @Test("a commit stores both and then announces", arguments: [true, false])
  func commits(inPool: Bool) throws {
    let desk = try makeDesk(inPool: inPool)
    let names = Recorder(desk.store.signal(FirstContact.self, "a").map { $0?.texts["name"] })
    names.expect(nil)
    try desk.save(1, "Ada") { _ in names.expectNothing() }
    names.expect("Ada")
    #expect(try desk.tokens == [1])
    #expect(try desk.storedName() == "Ada")
    // Nothing is left to be written later.
    #expect(desk.scheduler.pendingCount == 0)
  }

  @Test("a merge reads the stored row inside the transaction", arguments: [true, false])
  func merges(inPool: Bool) throws {
    let desk = try makeDesk(inPool: inPool)
    try desk.save(1, "Ada")
    try desk.store.update { transaction in
      try desk.database.write { database in
        let known = transaction.value(FirstContact.self, "a")
        #expect(known?.texts == ["name": "Ada"])
        transaction.merge(FirstContact("a", ["mail": "a@x"]))
        try transaction.save(in: database)
      }
    }
    #expect(desk.store.value(FirstContact.self, "a")?.texts == ["name": "Ada", "mail": "a@x"])
  }

  @Test("an error rolls both back, and the store is as it was", arguments: [true, false])
  func rollsBack(inPool: Bool) throws {
    let desk = try makeDesk(inPool: inPool)
    try desk.save(1, "Ada")
    let names = Recorder(desk.store.signal(FirstContact.self, "a").map { $0?.texts["name"] })
    names.expect("Ada")
    #expect(throws: Refusal.self) { try desk.save(2, "Bob") { _ in throw Refusal() } }
    names.expectNothing()
    #expect(desk.name() == "Ada")
    #expect(try desk.tokens == [1])
    #expect(try desk.storedName() == "Ada")
    #expect(desk.scheduler.pendingCount == 0)
    try desk.save(3, "Cy")
    names.expect("Cy")
    #expect(try desk.tokens == [1, 3])
  }

  @Test("a rollback without an error leaves the store as it was")
  func followsDatabase() throws {
    let desk = try makeDesk()
    try desk.save(1, "Ada")
    try desk.store.update { transaction in
      try desk.database.writeWithoutTransaction { database in
        try database.inTransaction {
          transaction.merge(FirstContact("a", ["name": "Bob"]))
          try transaction.save(in: database)
          return .rollback
        }
      }
    }
    #expect(desk.name() == "Ada")
    #expect(try desk.storedName() == "Ada")
  }

  @Test("an error after the commit undoes nothing")
  func keepsCommitted() throws {
    let desk = try makeDesk()
    let names = Recorder(desk.store.signal(FirstContact.self, "a").map { $0?.texts["name"] })
    names.expect(nil)
    #expect(throws: Refusal.self) {
      try desk.store.update { transaction in
        try desk.database.write { database in
          transaction.merge(FirstContact("a", ["name": "Ada"]))
          try transaction.save(in: database)
        }
        throw Refusal()
      }
    }
    names.expect("Ada")
    #expect(try desk.storedName() == "Ada")
  }

  @Test("a savepoint that is rolled back alone takes the whole transaction with it")
  func refusesPart() throws {
    let desk = try makeDesk()
    try desk.save(1, "Ada")
    #expect(throws: ModelPersistenceError.self) {
      try desk.store.update { transaction in
        try desk.database.write { database in
          try database.execute(sql: "INSERT INTO token VALUES (2)")
          transaction.merge(FirstContact("a", ["name": "Bob"]))
          try database.inSavepoint {
            try transaction.save(in: database)
            return .rollback
          }
        }
      }
    }
    #expect(desk.name() == "Ada")
    #expect(try desk.tokens == [1])
    try desk.save(3, "Cy")
    #expect(desk.name() == "Cy")
  }

  @Test("a savepoint that is released changes nothing")
  func allowsSavepoints() throws {
    let desk = try makeDesk()
    try desk.store.update { transaction in
      try desk.database.write { database in
        transaction.merge(FirstContact("a", ["name": "Ada"]))
        try database.inSavepoint {
          try transaction.save(in: database)
          return .commit
        }
      }
    }
    #expect(desk.name() == "Ada")
    #expect(try desk.storedName() == "Ada")
  }

  @Test("a disk that fills among the rows leaves both as they were, even if that is ignored")
  func survivesFullDisk() throws {
    let desk = try makeDesk()
    try desk.save(1, "Ada")
    try desk.database.writeWithoutTransaction { database in
      let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(count + 3)")
    }
    let long = String(repeating: "x", count: 3000)
    for isIgnored in [false, true] {
      #expect(throws: (any Error).self) {
        try desk.store.update { transaction in
          try desk.database.write { database in
            try database.execute(sql: "INSERT INTO token VALUES (2)")
            for number in 0..<20 { transaction.merge(FirstContact("\(number)", ["name": long])) }
            do throws(ModelPersistenceError) {
              try transaction.save(in: database)
            } catch {
              #expect(error.reason == .full)
              if !isIgnored { throw error }
            }
          }
        }
      }
      #expect(desk.name(of: "0") == nil)
      #expect(try desk.storedName(of: "0") == nil)
      #expect(try desk.tokens == [1])
    }
    try desk.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA max_page_count = 100000")
    }
    try desk.save(3, "Cy")
    #expect(desk.name() == "Cy")
    #expect(try desk.tokens == [1, 3])
  }

  @Test("older changes are written first, and again later if the transaction is rolled back")
  func writesOlderFirst() throws {
    let desk = try makeDesk()
    desk.store.update { transaction in
      transaction.merge(FirstContact("a", ["name": "old"]))
      transaction.merge(FirstContact("b", ["name": "Bob"]))
    }
    #expect(throws: Refusal.self) { try desk.save(1, "Ada") { _ in throw Refusal() } }
    #expect(desk.name() == "old")
    #expect(try desk.storedName(of: "b") == nil)
    try desk.save(2, "Ada")
    #expect(try desk.storedName() == "Ada")
    #expect(try desk.storedName(of: "b") == "Bob")
    desk.scheduler.run()
    #expect(try desk.storedName() == "Ada")

    desk.store.update { $0.merge(FirstContact("b", ["name": "Bea"])) }
    #expect(throws: Refusal.self) { try desk.save(3, "Cy") { _ in throw Refusal() } }
    desk.scheduler.run()
    #expect(try desk.storedName() == "Ada")
    #expect(try desk.storedName(of: "b") == "Bea")
  }

  @Test("deletions are stored with the rest")
  func deletes() throws {
    let desk = try makeDesk()
    try desk.save(1, "Ada")
    try desk.store.update { transaction in
      try desk.database.write { database in
        transaction.delete(FirstContact.self, "a")
        transaction.delete(FirstContact.self, "none")
        try transaction.save(in: database)
      }
    }
    #expect(desk.name() == nil)
    #expect(try desk.storedName() == nil)
  }

  @Test("a store in memory follows the transaction too")
  func followsInMemory() throws {
    let desk = try makeDesk()
    let store = ModelStore()
    let ref = store.ref(FirstContact.self, "a")
    for end in [Database.TransactionCompletion.rollback, .commit] {
      try store.update { transaction in
        try desk.database.writeWithoutTransaction { database in
          try database.inTransaction {
            transaction.merge(FirstContact("a", ["name": "Ada"]))
            try transaction.save(in: database)
            return end
          }
        }
      }
      #expect((ref.value != nil) == (end == .commit))
    }
  }

  @Test("writers of both kinds lose nothing and never wait for each other")
  func mixesWriters() async throws {
    let desk = try Desk(DatabasePool(path: folder.file("a.sqlite")))
    let store = try ModelStore(
      persistence: GRDBPersistence(desk.database), of: [FirstContact.self])
    await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for number in 0..<50 {
            try store.update { transaction in
              let texts = transaction.value(FirstContact.self, "a")?.texts ?? [:]
              let sum = (texts["name"].flatMap(Int.init) ?? 0) + 1
              guard worker < 2 else {
                transaction.merge(FirstContact("a", ["name": "\(sum)"]))
                return
              }
              try desk.database.write { database in
                transaction.merge(FirstContact("a", ["name": "\(sum)"]))
                try transaction.save(in: database)
              }
            }
            if number % 7 == worker { try store.flush() }
          }
        }
      }
    }
    try store.flush()
    #expect(try desk.storedName() == "200")
  }
}
