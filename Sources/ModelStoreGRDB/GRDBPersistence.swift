import Foundation
public import GRDB
public import ModelKit

/// Stores the rows of a `ModelStore` in an SQLite database.
///
/// Each type has its own table, named after the type, with identifier and JSON; so all distinctions
/// of the JSON (absent, null, value, unknown members) survive. Indexed fields are SQLite indexes on
/// expressions over that JSON, created and dropped as schemas change; a schema change never
/// rewrites rows. Several processes may use one file: each transaction is atomic for all of them,
/// and the last writer of a row wins, but a store is not notified of writes by another process.
public final class GRDBPersistence: ModelPersistence {
  /// The failures that a finished write survives.
  public enum Durability: Sendable {
    /// The death of the process. After a power failure the last transactions may be missing, each
    /// as a whole.
    case normal
    /// A power failure as well.
    case full
  }

  private let database: any DatabaseWriter
  var path: String { database.path }

  /// Opens or creates a file.
  ///
  /// - Parameters:
  ///   - path: The file; SQLite keeps two more beside it, `-wal` and `-shm`.
  ///   - durability: The failures that a finished write survives.
  ///   - busyTimeout: How long to wait while another process writes.
  /// - Throws: If the file is not a database, is damaged, or belongs to another or a newer program.
  ///   The file stays unchanged.
  public init(
    path: String, durability: Durability = .normal, busyTimeout: Duration = .seconds(5)
  ) throws(ModelPersistenceError) {
    var configuration = Configuration()
    configuration.label = "ModelStore"
    configuration.busyMode = .timeout(busyTimeout / .seconds(1))
    configuration.prepareDatabase { database in
      try database.execute(
        sql: "PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
    }
    do {
      try Self.refuseForeign(path, configuration)
      database = try Self.open(path, configuration, within: busyTimeout)
    } catch {
      throw ModelPersistenceError(error, path: path)
    }
    try prepareFormat(isShared: false)
  }

  /// Uses a database that is already open, which may contain other tables too.
  ///
  /// - Throws: If it is damaged or belongs to a newer program.
  public init(_ database: any DatabaseWriter) throws(ModelPersistenceError) {
    self.database = database
    try prepareFormat(isShared: true)
  }

  /// Checks the whole file for damage, which takes as long as reading it.
  ///
  /// - Throws: If there is damage; the message describes it.
  public func check() throws(ModelPersistenceError) {
    let report = try perform { path in
      try database.read { try String.fetchAll($0, sql: "PRAGMA quick_check(5)") }
    }
    guard report == ["ok"] else {
      throw ModelPersistenceError(
        .corrupt, path: database.path, message: report.joined(separator: "; "))
    }
  }

  /// Prepares storage for the rows of a type, whatever its previous schema was.
  public func prepare(_ schema: ModelSchema) throws(ModelPersistenceError) {
    let table = try SchemaTable(schema, path: database.path)
    try perform { path in
      let isReady = try database.read { try table.isReady($0) }
      if !isReady { try database.write { try table.prepare($0, path: path) } }
    }
  }

  /// The content of one row; nil if there is none.
  public func content(
    of id: String, in schema: ModelSchema
  ) throws(ModelPersistenceError) -> [UInt8]? {
    try perform { _ in
      // A single statement needs no transaction around it, which would take most of the time. Reentrant,
      // because a transaction of the store reads inside the one of the database that it will join.
      try database.unsafeReentrantRead { database in
        let statement = try database.cachedStatement(
          sql: "SELECT content FROM \(SchemaTable.name(of: schema)) WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [Self.key(for: id)]).map { $0.content(at: 0) }
      }
    }
  }

  /// Calls `body` with the rows of a query until it returns false.
  ///
  /// The first query in an order makes an index for it, which stays.
  public func forEachRow(
    in schema: ModelSchema, _ query: ModelRowQuery,
    _ body: (_ id: String, _ content: [UInt8]) -> Bool
  ) throws(ModelPersistenceError) {
    let selection = try Selection(query, in: schema, path: database.path)
    try perform { _ in
      if let index = selection.index { try prepare(index) }
      try database.read { database in
        for (sql, arguments) in selection.statements {
          let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
          while let row = try rows.next() {
            guard let id = Self.id(of: row[0]) else { continue }
            guard body(id, row.content(at: 1)) else { return }
          }
        }
      }
    }
  }

  /// Makes an index that does not exist, or that another process with another schema has dropped.
  private func prepare(_ index: OrderIndex) throws {
    if try !database.read({ try index.exists($0) }) { try database.write { try index.make($0) } }
  }

  /// Writes all or, if it throws, nothing.
  public func apply(_ writes: () -> [ModelWrite]) throws(ModelPersistenceError) {
    try perform { _ in
      try database.write { database in
        for write in writes() { try Self.apply(write, to: database) }
      }
    }
  }

  /// Whether this is the connection that writes to the file.
  func isWriter(_ database: Database) -> Bool {
    self.database.unsafeReentrantWrite { $0 === database }
  }

  static func apply(_ write: ModelWrite, to database: Database) throws {
    let name = SchemaTable.name(of: write.schema)
    guard let content = write.content else {
      let statement = try database.cachedStatement(sql: "DELETE FROM \(name) WHERE id = ?")
      return try statement.execute(arguments: [Self.key(for: write.id)])
    }
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO \(name) (id, content) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET content = excluded.content
        """)
    try statement.execute(arguments: [Self.key(for: write.id), Data(content)])
  }

  /// The column value for an identifier: its text, or the bytes of the text if it contains a zero
  /// byte, because SQLite's own functions end texts there.
  private static func key(for id: String) -> DatabaseValue {
    id.utf8.contains(0) ? Data(id.utf8).databaseValue : id.databaseValue
  }

  /// The identifier for a column value; nil if the value is not an identifier.
  private static func id(of key: DatabaseValue) -> String? {
    switch key.storage {
    case .string(let text): text
    case .blob(let bytes): String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// Inspects a file before anything is written to it, because opening it for writing already
  /// writes.
  private static func refuseForeign(_ path: String, _ configuration: Configuration) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    var configuration = configuration
    configuration.readonly = true
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      _ = try database.read { try FileFormat.isReady($0, path: path, isShared: false) }
    } catch let error as DatabaseError
      where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
    {
      // After a crash in the middle of a write, nothing can be read before the file is repaired.
      return
    }
  }

  /// Opens the file for writing, and waits while another process does the same.
  ///
  /// The switch of a new file to a write-ahead log takes an exclusive lock, and SQLite does not wait
  /// for that one: two processes that each hold a lock already would wait for ever.
  private static func open(
    _ path: String, _ configuration: Configuration, within timeout: Duration
  ) throws -> DatabasePool {
    let deadline = ContinuousClock.now + timeout
    while true {
      do {
        return try DatabasePool(path: path, configuration: configuration)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }

  private func prepareFormat(isShared: Bool) throws(ModelPersistenceError) {
    try perform { path in
      let isReady = try database.read {
        try FileFormat.isReady($0, path: path, isShared: isShared)
      }
      guard !isReady else { return }
      try database.write { try FileFormat.prepare($0, path: path, isShared: isShared) }
    }
  }

  /// Converts SQLite errors to `ModelPersistenceError`.
  private func perform<Result>(
    _ body: (_ path: String) throws -> Result
  ) throws(ModelPersistenceError) -> Result {
    let path = database.path
    do {
      return try body(path)
    } catch {
      throw ModelPersistenceError(error, path: path)
    }
  }
}

extension Row {
  /// The bytes of a column; empty, which no type can decode, if the column holds none.
  fileprivate func content(at index: Int) -> [UInt8] {
    (try? withUnsafeData(atIndex: index) { $0.map(Array.init) }) ?? []
  }
}
