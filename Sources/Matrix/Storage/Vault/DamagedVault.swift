import GRDB

/// The rows of one table that could be read.
struct SalvagedRows {
  var rows: [Row] = []
  var isComplete = false
}

/// A scratch copy of a damaged vault, from which rows are read one by one.
struct DamagedVault {
  /// How many keys are tried one by one where pages are unreadable.
  private static let mostProbes: Int64 = 10_000

  private let queue: DatabaseQueue

  /// Nil when it cannot be read as a vault.
  init?(_ file: DatabaseFile) {
    var configuration = Configuration()
    configuration.readonly = true
    // Without it SQLite reads nothing at all of a file that was cut.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") }
    guard let queue = try? LastingQueue.open(file.path, configuration) else { return nil }
    self.queue = queue
    let id = try? queue.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
    guard id == VaultLayout.applicationID else {
      close()
      return nil
    }
  }

  func close() { try? queue.close() }

  /// Reads from both ends up to the damage, then tries each key in between.
  func read(_ table: String, into salvaged: inout SalvagedRows) {
    let name = table.quotedDatabaseIdentifier
    let all = "SELECT rowid AS salvaged_key, * FROM \(name) ORDER BY rowid"
    var rows: [Int64: Row] = [:]
    salvaged.isComplete = scan(all, &rows)
    let last = rows.keys.max() ?? 0
    if !salvaged.isComplete {
      var tail: [Int64: Row] = [:]
      _ = scan(all + " DESC", &tail)
      let end = min(tail.keys.min() ?? .max, last + Self.mostProbes)
      rows.merge(tail) { first, _ in first }
      if last < end { probe(name, last + 1..<end, into: &rows) }
    }
    salvaged.rows = rows.sorted { $0.key < $1.key }.map(\.value)
  }

  private func scan(_ sql: String, _ rows: inout [Int64: Row]) -> Bool {
    do {
      try queue.read { database in
        let cursor = try Row.fetchCursor(database, sql: sql)
        while let row = try cursor.next() {
          if let key = row["salvaged_key"] as Int64? { rows[key] = row.copy() }
        }
      }
      return true
    } catch {
      return false
    }
  }

  /// Tries each key, with one statement: all tables of a cut file would take 20 seconds otherwise.
  private func probe(_ name: String, _ keys: Range<Int64>, into rows: inout [Int64: Row]) {
    try? queue.read { database in
      let statement = try database.makeStatement(
        sql: "SELECT rowid AS salvaged_key, * FROM \(name) WHERE rowid = ?")
      for key in keys { rows[key] = try? Row.fetchOne(statement, arguments: [key]) }
    }
  }
}
