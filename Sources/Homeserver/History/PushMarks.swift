import GRDB
import MatrixPush
import ModelKit

/// What somebody's own push rules say of an event instead of the predefined ones.
enum PushMarks {
  static func add(
    _ outcome: PushOutcome, of event: StoredEvent, isInThread: Bool, for user: UserID,
    _ database: Database
  ) throws {
    try database.run(
      """
      INSERT INTO push_marks (user, room, position, thread, notifies, highlights)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        user, event.room, event.position, isInThread ? 2 : 1, outcome.contains(.notifies),
        outcome.contains(.highlights),
      ])
  }

  /// Removes the marks of what a user has read, so that those of a busy silent room do not add up.
  ///
  /// - Parameter thread: As in receipts: empty for the room with all threads. The marks in one thread stay
  ///   until then.
  static func remove(
    of user: UserID, in room: RoomID, upTo position: Int64, thread: String, _ database: Database
  ) throws {
    guard thread.isEmpty || thread == "main" else { return }
    try database.run(
      """
      DELETE FROM push_marks
      WHERE user = ? AND room = ? AND position <= ? AND (? OR thread = 1)
      """, [user, room, position, thread.isEmpty])
  }

  /// The marks in threads after a position, newest first.
  static func inThreads(
    for user: UserID, in room: RoomID, after position: Int64, _ database: Database
  ) throws -> [Int64: PushOutcome] {
    let marks = try Row.all(
      database,
      """
      SELECT position, notifies, highlights FROM push_marks
      WHERE user = ? AND room = ? AND thread = 2 AND position > ?
      ORDER BY position DESC LIMIT ?
      """, [user, room, position, UnreadCount.limit]
    ) { row in
      var outcome: PushOutcome = row["notifies"] ? .notifies : []
      if row["highlights"] { outcome.insert(.highlights) }
      return (row["position"] as Int64, outcome)
    }
    return Dictionary(marks) { first, _ in first }
  }
}
