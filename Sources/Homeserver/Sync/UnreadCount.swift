import GRDB

/// The number of unread messages in a room.
struct UnreadCount: Hashable, Sendable {
  /// The most messages that are counted.
  static let limit = 4096

  /// Messages that notify.
  var notifications = 0
  /// Notifying messages that mention the user.
  var highlights = 0

  init() {}

  /// Counts the messages of others after the user's receipt and last message.
  init(
    of user: UserID, in room: RoomID, ignoring ignored: IgnoredUsers, from database: Database
  ) throws {
    let read = try Self.readPosition(of: user, in: room, from: database)
    let first =
      try Int64.one(
        database,
        """
        SELECT MAX(position) FROM events INDEXED BY events_unread_of_sender
        WHERE room = ? AND sender = ? AND notifies AND position > ?
        """, [room, user, read]) ?? read
    notifications =
      try Int.one(
        database,
        """
        SELECT COUNT(*) FROM (
          SELECT 1 FROM events INDEXED BY events_unread
          WHERE room = ? AND notifies AND position > ?
            AND (? OR sender NOT IN (SELECT value FROM json_each(?)))
          ORDER BY position DESC LIMIT ?)
        """, [room, first, ignored.isEmpty, ignored.list, Self.limit]) ?? 0
    guard notifications > 0 else { return }
    highlights =
      try Int.one(
        database,
        """
        SELECT COUNT(DISTINCT position) FROM mentions
        WHERE room = ?1 AND user IN (?2, '') AND position > ?3
          AND (
            SELECT notifies AND sender NOT IN (SELECT value FROM json_each(?4))
            FROM events WHERE events.position = mentions.position)
        """, [room, user, first, ignored.list]) ?? 0
  }

  /// The position up to which the user has read: the newest receipt for the whole room or its main
  /// timeline, but no less than the user's join.
  private static func readPosition(
    of user: UserID, in room: RoomID, from database: Database
  ) throws -> Int64 {
    let receipt = try Int64.one(
      database,
      """
      SELECT MAX(event_position) FROM receipts
      WHERE room = ? AND user = ? AND thread IN ('', 'main')
      """, [room, user])
    let memberships = try MembershipHistory.read(of: user, in: room, from: database)
    return max(receipt ?? 0, memberships.joinedSince ?? 0)
  }
}
