import GRDB
import ModelKit

/// Reads events from the file.
///
/// A range of positions is always half open at its beginning: `after` is left out, `through` is in.
enum EventRows {
  /// The event of that id, of any room.
  static func event(_ id: EventID, in database: Database) throws -> StoredEvent? {
    try one(database, "SELECT * FROM events WHERE id = ?", [id.rawValue])
  }

  /// The event at a position.
  static func event(at position: Int64, in database: Database) throws -> StoredEvent? {
    try one(database, "SELECT * FROM events WHERE position = ?", [position])
  }

  /// Where an event of a room stands; nil when the room has no such event.
  static func position(
    of id: EventID, room: RoomID, in database: Database
  ) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT position FROM events WHERE id = ? AND room = ?"),
      arguments: [id.rawValue, room.rawValue])
  }

  /// The first events of a room in a range, oldest first.
  static func forwards(
    in room: RoomID, after: Int64, through: Int64, limit: Int, from database: Database
  ) throws -> [StoredEvent] {
    try all(
      database,
      """
      SELECT * FROM events WHERE room = ? AND position > ? AND position <= ?
      ORDER BY position LIMIT ?
      """, [room.rawValue, after, through, limit])
  }

  /// The last events of a room in a range, newest first.
  static func backwards(
    in room: RoomID, after: Int64, through: Int64, limit: Int, from database: Database
  ) throws -> [StoredEvent] {
    try all(
      database,
      """
      SELECT * FROM events WHERE room = ? AND position > ? AND position <= ?
      ORDER BY position DESC LIMIT ?
      """, [room.rawValue, after, through, limit])
  }

  /// The newest events of a room up to a position, oldest first.
  static func newest(
    _ count: Int, in room: RoomID, through position: Int64 = .max, from database: Database
  ) throws -> [StoredEvent] {
    try backwards(in: room, after: .min, through: position, limit: count, from: database)
      .reversed()
  }

  /// Whether a room has an event in a range.
  static func hasEvents(
    in room: RoomID, after: Int64, through: Int64, from database: Database
  ) throws -> Bool {
    try Int.fetchOne(
      database.cachedStatement(
        sql: "SELECT 1 FROM events WHERE room = ? AND position > ? AND position <= ? LIMIT 1"),
      arguments: [room.rawValue, after, through]) != nil
  }

  static func one(
    _ database: Database, _ sql: String, _ arguments: StatementArguments
  ) throws -> StoredEvent? {
    try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
      .map(StoredEvent.init(row:))
  }

  static func all(
    _ database: Database, _ sql: String, _ arguments: StatementArguments
  ) throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    try each(database, sql, arguments) { events.append($0) }
    return events
  }

  /// Hands over one after the other.
  static func each(
    _ database: Database, _ sql: String, _ arguments: StatementArguments,
    _ take: (StoredEvent) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
    while let row = try rows.next() { try take(try StoredEvent(row: row)) }
  }
}
