import GRDB
import MatrixWire
import Models

// A message of a thread whose root cannot begin one stands in the room's own history: an event that itself
// relates to another begins no thread, nor does one that nobody can see. Such messages come from other
// servers, in chains and rings: since each is only ever moved out of a thread, none costs more than one
// step. Source: Matrix client-server API, "Threading", "Validation of m.thread relationships".
extension AccountTables {
  /// Whether an event is known to begin no thread.
  func isNoRoot(_ event: EventID, in room: Int64) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM events
            WHERE room = ?1 AND id = ?2 AND relation IS NOT NULL AND relation <> 'm.in_reply_to')
          OR EXISTS (SELECT 1 FROM threads WHERE room = ?1 AND root = ?2 AND is_void)
          """),
      arguments: [room, event.rawValue]) ?? false
  }

  /// Moves the messages of a thread, which is none, into the room's own history.
  func moveOut(ofThread root: EventID, in room: Int64) throws {
    try run(
      """
      UPDATE events SET kind = \(EventKind.line.rawValue), place = NULL
      WHERE room = ? AND target = ? AND kind = \(EventKind.threadLine.rawValue)
      """, [room, root.rawValue])
  }

  /// The events that begin no thread although the server counts unread messages there, each with the newest of
  /// these messages.
  func unreadVoids(in room: Int64) throws -> [(root: EventID, newest: EventID)] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT root, (
            SELECT id FROM events
            WHERE room = ?1 AND target = root AND relation = '\(ThreadRelation.type)'
              AND position IS NOT NULL
            ORDER BY position DESC LIMIT 1)
          FROM threads WHERE room = ?1 AND unread > 0 LIMIT ?2
          """), arguments: [room, Limits.unreadThreads]
    ).compactMap { row in
      guard let root = EventID(row[0]), try isNoRoot(root, in: room),
        let newest = (row[1] as String?).flatMap({ EventID($0) })
      else { return nil }
      return (root, newest)
    }
  }

  /// Records that nobody shows the account the event with which a thread begins, and moves its messages.
  func setVoid(_ root: EventID, in room: Int64) throws {
    try run(
      """
      INSERT INTO threads (room, root, is_void) VALUES (?, ?, 1)
      ON CONFLICT (room, root) DO UPDATE SET is_void = 1
      """, [room, root.rawValue])
    try moveOut(ofThread: root, in: room)
  }

  /// The unknown events with which the threads of a room's newest messages begin.
  func unknownRoots(of room: Int64, among limit: Int) throws -> [EventID] {
    try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT DISTINCT target FROM (
            SELECT target FROM events
            WHERE room = ?1 AND kind = \(EventKind.threadLine.rawValue) AND position IS NOT NULL
            ORDER BY position DESC LIMIT ?2)
          WHERE NOT EXISTS (SELECT 1 FROM events WHERE room = ?1 AND id = target)
          """),
      arguments: [room, limit]
    ).compactMap { EventID($0) }
  }
}
