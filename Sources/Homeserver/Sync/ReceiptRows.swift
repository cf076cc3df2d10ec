import GRDB
import ModelKit

/// Receipts in the file.
enum ReceiptRows {
  /// How many of a room are told at most.
  static let limit = 5_000
  /// In how many threads of a room a user has receipts of one kind; the oldest one makes way.
  static let threads = 100

  /// The receipts of a room that moved behind a position, as one user may see them, oldest first.
  ///
  /// When there are too many, the user's own come first, then those that are of no thread or the main
  /// one, then the newest of each user, the second newest of each, and so on: whoever has many pushes
  /// out none of others who have few.
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

  /// Moves a receipt forwards; one that would go back stays where it is.
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

  /// Drops the receipts of a user in threads of a room that are too many.
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

  /// The position of the event up to which a receipt has come.
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
