import GRDB
import MatrixWire
import Models

/// A receipt of somebody else, as the server sends it.
struct StoredReceipt: Equatable {
  let user: UserID
  /// The event that begins the thread, `main` for the room's own history, or empty for all of them.
  let thread: String
  let event: EventID
  let time: Timestamp
}

/// A receipt in the order of a room or of a thread.
struct PlacedReceipt: Equatable {
  let user: UserID
  let time: Timestamp
  let place: Int64
}

extension AccountTables {
  /// Replaces receipts by newer ones; of those of a room, only the newest are kept.
  func set(_ receipts: [StoredReceipt], in room: Int64) throws {
    guard !receipts.isEmpty else { return }
    for receipt in receipts {
      try run(
        "INSERT OR REPLACE INTO receipts (room, user, thread, event, time) VALUES (?, ?, ?, ?, ?)",
        [
          room, receipt.user.rawValue, receipt.thread, receipt.event.rawValue,
          receipt.time.milliseconds,
        ])
    }
    try run(
      """
      DELETE FROM receipts WHERE room = ?1 AND (user, thread) IN (
        SELECT user, thread FROM receipts WHERE room = ?1
        ORDER BY time DESC, user, thread LIMIT -1 OFFSET ?2)
      """, [room, Limits.receipts])
  }

  /// How far each of the others has read a room's own history, or one of its threads.
  ///
  /// Source: Matrix client-server API, "Threaded read receipts".
  func receipts(in room: Int64, ofThread root: EventID? = nil) throws -> [PlacedReceipt] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT user, receipts.time, \(root == nil ? "position" : "coalesce(place, position)") AS at
          FROM receipts JOIN events ON events.room = receipts.room AND events.id = receipts.event
          WHERE receipts.room = ? AND thread IN ('', ?) AND at IS NOT NULL
          """),
      arguments: [room, root?.rawValue ?? StoredReceipt.main])
    var furthest: [UserID: PlacedReceipt] = [:]
    while let row = try rows.next() {
      guard let user = UserID(row[0]) else { continue }
      let receipt = PlacedReceipt(
        user: user, time: Timestamp(milliseconds: row[1]), place: row[2])
      if let known = furthest[user], known.place >= receipt.place { continue }
      furthest[user] = receipt
    }
    return furthest.values.sorted {
      ($0.time, $0.user.rawValue) < ($1.time, $1.user.rawValue)
    }
  }

  /// Those who have written after a place of a room's own history or of a thread, and when last.
  func writers(
    in room: Int64, ofThread root: EventID?, after place: Int64
  ) throws -> [UserID: Timestamp] {
    let isThread = root != nil
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT sender, max(time) FROM (
            SELECT sender, time FROM events
            WHERE room = ?1 AND kind = \((isThread ? EventKind.threadLine : .line).rawValue)
              AND type IN (\(EventType.written.map { "'\($0)'" }.joined(separator: ", ")))
              AND (?2 IS NULL OR target = ?2) AND \(isThread ? "place" : "position") > ?3 LIMIT ?4)
          GROUP BY sender
          """),
      arguments: [room, root?.rawValue, place, Limits.linesOfReaders])
    var writers: [UserID: Timestamp] = [:]
    while let row = try rows.next() {
      if let user = UserID(row[0]) { writers[user] = Timestamp(milliseconds: row[1]) }
    }
    return writers
  }
}

extension StoredReceipt {
  static let main = "main"
}
