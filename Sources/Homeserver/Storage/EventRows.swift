import GRDB
import ModelKit

/// Reads events from the database.
///
/// Ranges of positions exclude `after` and include `through`.
enum EventRows {
  /// The event with an id, in any room.
  static func event(_ id: EventID, in database: Database) throws -> StoredEvent? {
    try one(database, "SELECT * FROM events WHERE id = ?", [id])
  }

  /// The event at a position.
  static func event(at position: Int64, in database: Database) throws -> StoredEvent? {
    try one(database, "SELECT * FROM events WHERE position = ?", [position])
  }

  /// The position of an event; nil if the room has no such event.
  static func position(
    of id: EventID, room: RoomID, in database: Database
  ) throws -> Int64? {
    try Int64.one(database, "SELECT position FROM events WHERE id = ? AND room = ?", [id, room])
  }

  /// The events of a room in a range, from its end or from its beginning.
  static func events(
    of room: RoomID, after: Int64, through: Int64, isBackwards: Bool, limit: Int,
    from database: Database
  ) throws -> [StoredEvent] {
    try all(
      database,
      """
      SELECT * FROM events WHERE room = ? AND position > ? AND position <= ?
      ORDER BY position \(isBackwards ? "DESC" : "") LIMIT ?
      """, [room, after, through, limit])
  }

  /// The newest events of a room up to a position, oldest first.
  static func newest(
    _ count: Int, in room: RoomID, through position: Int64 = .max, from database: Database
  ) throws -> [StoredEvent] {
    try events(
      of: room, after: .min, through: position, isBackwards: true, limit: count, from: database
    ).reversed()
  }

  /// The event that the same device sent before with the same transaction id.
  static func repeated(_ draft: EventDraft, in database: Database) throws -> StoredEvent? {
    guard let transaction = draft.transaction else { return nil }
    return try one(
      database,
      """
      SELECT * FROM events
      WHERE sender = ? AND device = ? AND room = ? AND type = ? AND transaction_id = ?
      """, [transaction.user, transaction.device, draft.room, draft.type, transaction.id])
  }

  static func one(
    _ database: Database, _ sql: String, _ arguments: StatementArguments
  ) throws -> StoredEvent? {
    try Row.one(database, sql, arguments).map(StoredEvent.init(row:))
  }

  static func all(
    _ database: Database, _ sql: String, _ arguments: StatementArguments
  ) throws -> [StoredEvent] {
    try Row.all(database, sql, arguments, StoredEvent.init(row:))
  }
}
