import GRDB

/// How much of a room a user has not read.
struct UnreadCount: Hashable, Sendable {
  /// How many messages are looked at.
  static let limit = 4096

  /// Messages that notify.
  var notifications = 0
  /// Those of them that mention the user.
  var highlights = 0

  init() {}

  /// Counts what others said since the user read the room, or said something there.
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

  /// Up to where a user has read a room: the newest event with a receipt for the whole room or its
  /// main timeline; what was before the user joined counts as read.
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
