import GRDB

/// What became of a damaged vault.
struct VaultRepair: Hashable, Sendable {
  /// The path of the unchanged copy of the damaged file.
  let copy: String
  /// What was wrong.
  let reason: String
  /// The number of saved rows by table.
  let saved: [String: Int]
  /// The tables of which rows may be missing.
  let incomplete: Set<String>
}

/// Saves what can be read of a damaged vault into a new one.
///
/// The damaged file is copied before anything else, and replaced last: a crash in between leaves it
/// as it was, and the next start begins again.
struct VaultSalvage {
  private let file: DatabaseFile
  private let migrator: DatabaseMigrator
  /// A copy to read from: SQLite makes files beside it.
  private let scratch: DatabaseFile
  private var directory: AccountDirectory { file.directory }

  init(_ file: DatabaseFile, migrator: DatabaseMigrator) {
    self.file = file
    self.migrator = migrator
    scratch = DatabaseFile(directory: file.directory, name: ".\(Vault.fileName).damaged")
  }

  func run(_ reason: String) throws -> VaultRepair {
    let copy = try keepCopy()
    let new = DatabaseFile(directory: directory, name: ".\(Vault.fileName).new")
    let queue = try VaultOpening.make(new, migrator: migrator)
    defer { try? queue.close() }
    let (saved, incomplete) = try queue.write { try fill($0, from: copy) }
    try queue.close()
    try scratch.remove()
    try new.move(to: file)
    return VaultRepair(copy: copy.path, reason: reason, saved: saved, incomplete: incomplete)
  }

  /// Copies the damaged files to the first free number.
  private func keepCopy() throws -> DatabaseFile {
    var number = 1
    while true {
      let copy = DatabaseFile(directory: directory, name: "\(Vault.fileName).damaged-\(number)")
      if try copy.size() == nil, try copy.size(suffix: "-wal") == nil {
        try file.copy(to: copy)
        return copy
      }
      number += 1
    }
  }

  private func fill(
    _ database: Database, from copy: DatabaseFile
  ) throws -> (saved: [String: Int], incomplete: Set<String>) {
    let source = try source(copy)
    defer { source?.close() }
    var saved: [String: Int] = [:]
    var incomplete: Set<String> = []
    for table in try Self.tables(database) {
      let columns = try database.columns(in: table).map(\.name)
      var rows = SalvagedRows()
      source?.read(table, into: &rows)
      for row in rows.rows { try Self.insert(row, into: table, columns, database) }
      saved[table] = rows.rows.count
      guard !rows.isComplete else { continue }
      incomplete.insert(table)
      try database.execute(
        sql: "INSERT INTO losses (name, copy) VALUES (?, ?)", arguments: [table, copy.name])
    }
    return (saved, incomplete)
  }

  /// The damaged vault with its log; without it, when the log is that of another database.
  private func source(_ copy: DatabaseFile) throws -> DamagedVault? {
    try scratch.remove()
    guard try copy.size() ?? 0 > 0 else { return nil }
    try copy.copy(to: scratch)
    if let vault = DamagedVault(scratch) { return vault }
    try scratch.removeCompanions()
    return DamagedVault(scratch)
  }

  /// All tables; first the notes of earlier repairs, so that new ones do not take their keys.
  private static func tables(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND name <> 'grdb_migrations' ORDER BY name <> 'losses', name
        """)
  }

  private static func insert(
    _ row: Row, into table: String, _ columns: [String], _ database: Database
  ) throws {
    let names = columns.filter { row.hasColumn($0) }
    guard !names.isEmpty else { return }
    let places = names.map { _ in "?" }.joined(separator: ", ")
    let list = names.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    // A damaged row may break a rule of the table; it must not cost the others.
    try database.execute(
      sql: """
        INSERT OR IGNORE INTO \(table.quotedDatabaseIdentifier) (\(list)) VALUES (\(places))
        """,
      arguments: StatementArguments(names.map { row[$0] as DatabaseValue }))
  }
}
