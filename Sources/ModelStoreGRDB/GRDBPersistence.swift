import Foundation
public import GRDB
public import ModelKit

/// Keeps the rows of a `ModelStore` in an SQLite database.
///
/// Each type has a table of its own, named after it: identifier and JSON, so that everything that the
/// JSON keeps (absent, null, value, unknown members) is kept. Indexed fields are SQLite indexes over
/// expressions in that JSON, made and dropped as schemas change; rows are never rewritten for a schema's
/// sake. Several processes may use one file: each transaction is whole for all of them, and the last
/// writer of a row wins, but a store does not hear of what another process writes.
public final class GRDBPersistence: ModelPersistence {
  /// What a finished write survives.
  public enum Durability: Sendable {
    /// The death of the process; after a power failure the last transactions may be missing, whole.
    case normal
    /// Also a power failure.
    case full
  }

  private let database: any DatabaseWriter

  /// Opens a file, or makes it.
  ///
  /// - Parameters:
  ///   - path: The file; SQLite keeps two more beside it, `-wal` and `-shm`.
  ///   - durability: What a finished write survives.
  ///   - busyTimeout: How long to wait while another process writes.
  /// - Throws: When it is no database, is damaged, or is another or a newer program's. The file stays
  ///   as it is.
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
      database = try DatabasePool(path: path, configuration: configuration)
    } catch {
      throw ModelPersistenceError(error, path: path)
    }
    try prepareFormat(isShared: false)
  }

  /// Uses a database that is open already, which may hold other tables too.
  ///
  /// - Throws: When it is damaged, or is a newer program's.
  public init(_ database: any DatabaseWriter) throws(ModelPersistenceError) {
    self.database = database
    try prepareFormat(isShared: true)
  }

  /// Looks for damage in the whole file, which takes as long as reading it.
  ///
  /// - Throws: When there is damage; its message says which.
  public func check() throws(ModelPersistenceError) {
    let report = try perform { path in
      try database.read { try String.fetchAll($0, sql: "PRAGMA quick_check(5)") }
    }
    guard report == ["ok"] else {
      throw ModelPersistenceError(
        .corrupt, path: database.path, message: report.joined(separator: "; "))
    }
  }

  /// Makes ready for the rows of a type, whatever its schema was before.
  public func prepare(_ schema: ModelSchema) throws(ModelPersistenceError) {
    let table = try SchemaTable(schema, path: database.path)
    try perform { path in
      let isReady = try database.read { try table.isReady($0) }
      if !isReady { try database.write { try table.prepare($0, path: path) } }
    }
  }

  /// The content of one row; nil when there is none.
  public func content(
    of id: String, in schema: ModelSchema
  ) throws(ModelPersistenceError) -> [UInt8]? {
    try perform { _ in
      try database.read { database in
        let statement = try database.cachedStatement(
          sql: "SELECT content FROM \(SchemaTable.name(of: schema)) WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [Self.key(for: id)]).map { $0.content(at: 0) }
      }
    }
  }

  /// Calls `body` with the rows of a type that match.
  public func forEachRow(
    in schema: ModelSchema, matching match: ModelIndexMatch?,
    _ body: (_ id: String, _ content: [UInt8]) -> Void
  ) throws(ModelPersistenceError) {
    let table = try SchemaTable(schema, path: database.path)
    let selection = try table.selection(match, path: database.path)
    try perform { _ in
      try database.read { database in
        let rows = try Row.fetchCursor(database, sql: selection.sql, arguments: selection.arguments)
        while let row = try rows.next() {
          guard let id = Self.id(of: row[0]) else { continue }
          body(id, row.content(at: 1))
        }
      }
    }
  }

  /// Writes all of it or, when it throws, nothing.
  public func apply(_ writes: [ModelWrite]) throws(ModelPersistenceError) {
    try perform { _ in
      try database.write { database in
        for write in writes { try Self.apply(write, to: database) }
      }
    }
  }

  private static func apply(_ write: ModelWrite, to database: Database) throws {
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

  /// What stands for an identifier in a table: its text, or the bytes of the text when there is a zero
  /// among them, because SQLite's own functions end texts there.
  private static func key(for id: String) -> DatabaseValue {
    id.utf8.contains(0) ? Data(id.utf8).databaseValue : id.databaseValue
  }

  /// The identifier that it stands for; nil when it stands for none.
  private static func id(of key: DatabaseValue) -> String? {
    switch key.storage {
    case .string(let text): text
    case .blob(let bytes): String(validating: bytes, as: UTF8.self)
    default: nil
    }
  }

  /// Looks at a file before anything is written to it, as opening it for writing does already.
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
      // Nothing can be read before a file is repaired that a process left in the middle of a write.
      return
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

  /// Turns the errors of SQLite into those of the protocol.
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
  /// A column's bytes; none, which is no value of any type, when the column does not hold any.
  fileprivate func content(at index: Int) -> [UInt8] {
    (try? withUnsafeData(atIndex: index) { $0.map(Array.init) }) ?? []
  }
}
