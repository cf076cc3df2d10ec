import GRDB
import ModelKit

/// Receipts in the database.
enum ReceiptRows {
  /// The most receipts of a room in one response.
  static let limit = 5_000
  /// The most threads of a room in which a user has receipts of one kind; the oldest one goes
  /// first.
  static let threads = 100

  /// The receipts of a room that moved after a position and that a user may see, oldest first.
  ///
  /// Above the limit, the user's own receipts take precedence, then those of no thread or the main
  /// one, then the newest of each user, the second newest of each, and so on. A user with many
  /// receipts therefore displaces none of a user with few.
  static func changes(
    in room: RoomID, after position: Int64, for user: UserID, from database: Database
  ) throws -> [ReceiptChange] {
    try Row.all(
      database,
      """
      SELECT * FROM receipts WHERE room = ? AND position > ? AND (type = 'm.read' OR user = ?)
      ORDER BY user <> ?, thread NOT IN ('', 'main'),
        ROW_NUMBER() OVER (PARTITION BY user ORDER BY position DESC), position DESC
      LIMIT ?
      """, [room, position, user, user, limit], ReceiptChange.init(row:)
    ).sorted { $0.position < $1.position }
  }

  /// Stores a receipt at its new place; the caller has checked that it moves forwards.
  static func move(_ receipt: ReceiptChange, in context: WriteContext) throws {
    try context.database.run(
      """
      INSERT INTO receipts (room, user, type, thread, event, event_position, timestamp, position)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (room, user, type, thread) DO UPDATE SET
        event = excluded.event, event_position = excluded.event_position,
        timestamp = excluded.timestamp, position = excluded.position
      """,
      [
        receipt.room, receipt.user, receipt.kind.rawValue, receipt.thread,
        receipt.event, receipt.eventPosition, receipt.timestamp, receipt.position,
      ])
    if !receipt.thread.isEmpty, receipt.thread != "main" { try dropOldest(like: receipt, context) }
    switch receipt.kind {
    case .read: try context.note(room: receipt.room)
    case .readPrivate: context.note(user: receipt.user)
    }
  }

  /// Deletes the user's oldest thread receipts above the limit.
  private static func dropOldest(like receipt: ReceiptChange, _ context: WriteContext) throws {
    try context.database.run(
      """
      DELETE FROM receipts WHERE room = ?1 AND user = ?2 AND type = ?3 AND thread IN (
        SELECT thread FROM receipts
        WHERE room = ?1 AND user = ?2 AND type = ?3 AND thread NOT IN ('', 'main')
        ORDER BY position DESC LIMIT -1 OFFSET ?4)
      """,
      [
        receipt.room, receipt.user, receipt.kind.rawValue, threads,
      ])
  }

  /// The position of the event that a receipt names.
  static func position(
    of user: UserID, _ kind: ReceiptChange.Kind, thread: String, in room: RoomID,
    from database: Database
  ) throws -> Int64? {
    try Int64.one(
      database,
      """
      SELECT event_position FROM receipts WHERE room = ? AND user = ? AND type = ? AND thread = ?
      """, [room, user, kind.rawValue, thread])
  }
}

extension ReceiptChange {
  init?(row: Row) {
    guard let room = RoomID(row["room"]), let user = UserID(row["user"]),
      let kind = Kind(rawValue: row["type"]), let event = EventID(row["event"])
    else { return nil }
    self.init(
      room: room, user: user, kind: kind, thread: row["thread"], event: event,
      eventPosition: row["event_position"], timestamp: row["timestamp"], position: row["position"])
  }
}
