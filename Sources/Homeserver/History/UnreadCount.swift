import GRDB
import ModelKit

/// The number of unread messages in a room.
struct UnreadCount: Hashable, Sendable {
  /// The most messages that are counted, of the room and of its threads each.
  static let limit = 4096

  /// Messages that notify.
  var notifications = 0
  /// Notifying messages that mention the user.
  var highlights = 0
  /// Those of threads, by the event that begins the thread; the room's own numbers omit them.
  var threads: [EventID: UnreadCount] = [:]

  init() {}

  /// Counts the messages of others after the user's receipt and last message: those of the room's own
  /// history, and those of each thread.
  ///
  /// Source: Matrix client-server API, "Receiving notifications" and "Threaded read receipts".
  init(
    of user: UserID, in room: RoomID, ignoring ignored: IgnoredUsers, from database: Database
  ) throws {
    let read = try Self.readPosition(of: user, in: room, from: database)
    threads = try Self.threads(of: user, in: room, after: read.room, ignored, database)
    let first =
      try Int64.one(
        database,
        """
        SELECT MAX(position) FROM events INDEXED BY events_unread_of_sender
        WHERE room = ? AND sender = ? AND notifies AND notifies IN (1, -1) AND position > ?
        """, [room, user, read.main]) ?? read.main
    let news: StatementArguments = [room, user, first, ignored.list]
    let messages = try Int.one(database, Self.messages, news + [Self.limit]) ?? 0
    notifications = min(messages, Self.limit)
    guard notifications > 0 else { return }
    highlights = try Int.one(database, Self.mentions, news) ?? 0
  }

  /// Of the newest messages, those that notify by the predefined rules, and by the user's own.
  private static let messages = """
    SELECT (
      SELECT COUNT(*) FROM (
        SELECT position FROM events INDEXED BY events_unread
        WHERE room = ?1 AND notifies AND notifies = 1 AND position > ?3
          AND sender NOT IN (SELECT value FROM json_each(?4))
        ORDER BY position DESC LIMIT ?5
      ) AS message
      WHERE NOT EXISTS (
        SELECT 1 FROM push_marks
        WHERE user = ?2 AND room = ?1 AND push_marks.position = message.position)
    ) + (
      SELECT COUNT(*) FROM push_marks INDEXED BY push_marks_loud
      WHERE user = ?2 AND room = ?1 AND thread = 1 AND notifies AND position > ?3
        AND \(isHeard)
    )
    """

  private static let mentions = """
    SELECT (
      SELECT COUNT(DISTINCT position) FROM mentions
      WHERE room = ?1 AND user IN (?2, '') AND position > ?3
        AND (
          SELECT notifies = 1 AND sender NOT IN (SELECT value FROM json_each(?4))
          FROM events WHERE events.position = mentions.position)
        AND NOT EXISTS (
          SELECT 1 FROM push_marks
          WHERE user = ?2 AND room = ?1 AND push_marks.position = mentions.position)
    ) + (
      SELECT COUNT(*) FROM push_marks INDEXED BY push_marks_loud
      WHERE user = ?2 AND room = ?1 AND thread = 1 AND notifies AND highlights AND position > ?3
        AND \(isHeard)
    )
    """

  /// Whether a mark is of a message whose sender the user does not ignore.
  private static let isHeard = """
    (SELECT sender NOT IN (SELECT value FROM json_each(?4)) FROM events
    WHERE events.position = push_marks.position)
    """

  /// The same numbers for clients that do not tell threads from their room.
  var merged: UnreadCount {
    threads.values.reduce(into: UnreadCount()) {
      $0.notifications += $1.notifications
      $0.highlights += $1.highlights
    }.adding(self)
  }

  private func adding(_ room: UnreadCount) -> UnreadCount {
    var sum = self
    sum.notifications += room.notifications
    sum.highlights += room.highlights
    return sum
  }

  /// The positions up to which the user has read the whole room and its own history: the newest receipt,
  /// but no less than the user's join.
  private static func readPosition(
    of user: UserID, in room: RoomID, from database: Database
  ) throws -> (room: Int64, main: Int64) {
    let receipts = try Row.one(
      database,
      """
      SELECT MAX(event_position) AS main,
        MAX(CASE WHEN thread = '' THEN event_position END) AS room
      FROM receipts WHERE room = ? AND user = ? AND thread IN ('', 'main')
      """, [room, user])
    let memberships = try MembershipHistory.read(of: user, in: room, from: database)
    let joined = memberships.joinedSince ?? 0
    return (
      max(receipts?["room"] as Int64? ?? 0, joined), max(receipts?["main"] as Int64? ?? 0, joined)
    )
  }
}
