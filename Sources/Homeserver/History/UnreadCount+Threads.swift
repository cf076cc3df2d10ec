import GRDB
import MatrixPush
import ModelKit

extension UnreadCount {
  /// Counts the newest messages of others in threads after the user's receipt and last message there.
  static func threads(
    of user: UserID, in room: RoomID, after position: Int64, _ ignored: IgnoredUsers,
    _ database: Database
  ) throws -> [EventID: UnreadCount] {
    let marks = try PushMarks.inThreads(for: user, in: room, after: position, database)
    let messages = try messages(of: user, in: room, after: position, marks, database)
    guard !messages.isEmpty else { return [:] }
    let receipts = try receipts(of: user, in: room, from: database)
    let mentions = try Set(
      Row.all(
        database,
        "SELECT position FROM mentions WHERE room = ? AND user IN (?, '') AND position > ?",
        [room, user, position]
      ) { $0["position"] as Int64? })
    var counts: [EventID: UnreadCount] = [:]
    var ended: Set<EventID> = []
    for message in messages where !ended.contains(message.root) {
      guard message.sender != user.rawValue, message.position > receipts[message.root] ?? -1 else {
        ended.insert(message.root)
        continue
      }
      guard UserID(message.sender).map(ignored.contains) != true else { continue }
      let outcome =
        marks[message.position]
        ?? (mentions.contains(message.position) ? [.notifies, .highlights] : .notifies)
      guard outcome.contains(.notifies) else { continue }
      counts[message.root, default: UnreadCount()].notifications += 1
      if outcome.contains(.highlights) { counts[message.root]?.highlights += 1 }
    }
    return counts
  }

  private struct Message {
    let root: EventID
    let sender: String
    let position: Int64
  }

  /// The newest messages of threads, by the predefined rules and by marks, and the user's own ones that are
  /// redacted, newest first.
  private static func messages(
    of user: UserID, in room: RoomID, after position: Int64, _ marks: [Int64: PushOutcome],
    _ database: Database
  ) throws -> [Message] {
    let marked = JSONValue.array(marks.keys.map { .number(JSONNumber($0)) }).text
    return try Row.all(
      database,
      """
      SELECT events.position AS position, events.sender AS sender, relations.parent AS root
      FROM (
        SELECT position FROM (
          SELECT position FROM events INDEXED BY events_unread
          WHERE room = ?1 AND notifies AND notifies = 2 AND position > ?2
          ORDER BY position DESC LIMIT ?3)
        UNION SELECT position FROM events INDEXED BY events_unread_of_sender
        WHERE room = ?1 AND sender = ?5 AND notifies AND notifies = -2 AND position > ?2
        UNION SELECT value FROM json_each(?4)
      ) AS news
      JOIN events ON events.position = news.position
      CROSS JOIN relations INDEXED BY relations_of_thread
        ON relations.child = events.position AND relations.kind = 'm.thread'
      ORDER BY events.position DESC
      """, [room, position, limit, marked, user]
    ) { row in
      EventID(row["root"]).map {
        Message(root: $0, sender: row["sender"], position: row["position"])
      }
    }
  }

  /// The positions of the user's receipts for threads.
  private static func receipts(
    of user: UserID, in room: RoomID, from database: Database
  ) throws -> [EventID: Int64] {
    let receipts = try Row.all(
      database,
      """
      SELECT thread, MAX(event_position) AS position FROM receipts
      WHERE room = ? AND user = ? AND thread NOT IN ('', 'main') GROUP BY thread
      """, [room, user]
    ) { row in EventID(row["thread"]).map { ($0, row["position"] as Int64) } }
    return Dictionary(receipts) { first, _ in first }
  }
}
