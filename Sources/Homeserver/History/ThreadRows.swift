import GRDB
import ModelKit

/// The threads of rooms in the database, in the order of their newest events.
enum ThreadRows {
  /// Records that an event is the newest of a thread.
  static func note(_ event: StoredEvent, in root: EventID, _ database: Database) throws {
    try database.run(
      """
      INSERT INTO threads (room, root, latest) VALUES (?, ?, ?)
      ON CONFLICT (room, root) DO UPDATE SET latest = excluded.latest
      """, [event.room, root, event.position])
  }

  /// The threads of a room whose newest event is before a position, the newest first.
  static func threads(
    of room: RoomID, before position: Int64, limit: Int, from database: Database
  ) throws -> [(root: EventID, latest: Int64)] {
    try Row.all(
      database,
      """
      SELECT root, latest FROM threads WHERE room = ? AND latest < ? ORDER BY latest DESC LIMIT ?
      """, [room, position, limit]
    ) { row in EventID(row["root"]).map { ($0, row["latest"]) } }
  }
}
