import GRDB

extension AccountTables {
  /// Removes all events of a room, with what was made of them.
  func removeHistory(of room: Int64) throws {
    try run(
      "DELETE FROM texts WHERE rowid IN (SELECT number FROM events WHERE room = ?)", [room])
    for table in ["events", "chunks", "threads", "receipts", "members"] {
      try run("DELETE FROM \(table) WHERE room = ?", [room])
    }
  }
}
