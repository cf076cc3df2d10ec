import GRDB
import ModelKit

extension UnreadCount {
  /// Counts the newest messages of others in threads after the user's receipt and last message there.
  static func threads(
    of user: UserID, in room: RoomID, after position: Int64, _ ignored: IgnoredUsers,
    _ database: Database
  ) throws -> [EventID: UnreadCount] {
    let messages = try Row.all(
      database,
      """
      SELECT events.position AS position, events.sender AS sender, relations.parent AS root
      FROM events INDEXED BY events_unread
      CROSS JOIN relations INDEXED BY relations_of_thread
        ON relations.child = events.position AND relations.kind = 'm.thread'
      WHERE events.room = ? AND notifies AND notifies = 2 AND events.position > ?
      ORDER BY events.position DESC LIMIT ?
      """, [room, position, limit]
    ) { row in
      EventID(row["root"]).map {
        (root: $0, sender: row["sender"] as String, position: row["position"] as Int64)
      }
    }
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
      counts[message.root, default: UnreadCount()].notifications += 1
      if mentions.contains(message.position) { counts[message.root]?.highlights += 1 }
    }
    return counts
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
