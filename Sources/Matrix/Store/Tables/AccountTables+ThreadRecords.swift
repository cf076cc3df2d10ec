import GRDB
import MatrixWire
import Models

/// What is known of a thread beside its lines.
struct ThreadRecord {
  /// How many messages the server has counted, the newest of these, and the room's newest position at
  /// that time.
  var told: (count: Int, latest: EventID?, at: Int64)?
  /// No message is missing in the gaps up to this chunk.
  var covered: Int64 = 0
  /// How far older messages have been loaded.
  var page: ThreadProgress?
  var receipt: EventID?
  var unread = UnreadLines()
}

/// How far the older messages of a thread have been loaded from the server.
struct ThreadProgress: Hashable, Sendable {
  /// The newest chunk when that began.
  let chunk: Int64
  /// Loads the next ones.
  let token: String
  /// The place of the oldest one.
  let place: Int64
}

extension AccountTables {
  func thread(_ root: EventID, in room: Int64) throws -> ThreadRecord {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM threads WHERE room = ? AND root = ?"),
      arguments: [room, root.rawValue])
    guard let row else { return ThreadRecord() }
    var record = ThreadRecord()
    if let count = row["told_count"] as Int? {
      record.told = (
        count, (row["told_latest"] as String?).flatMap { EventID($0) }, row["told_at"] ?? 0
      )
    }
    record.covered = row["covered"]
    if let chunk = row["page_chunk"] as Int64?, let token = row["page_token"] as String? {
      record.page = ThreadProgress(chunk: chunk, token: token, place: row["page_place"] ?? 0)
    }
    record.receipt = (row["read"] as String?).flatMap { EventID($0) }
    record.unread = UnreadLines(
      messages: row["unread"], mentions: row["mentions"], isExact: !row["unread_is_least"])
    return record
  }

  /// Records what the server has counted in a thread, as of now.
  func setTold(
    _ count: Int, latest: EventID?, ofThread root: EventID, in room: Int64
  ) throws {
    let newest = try newestChunk(of: room)?.last ?? 0
    try run(
      """
      INSERT INTO threads (room, root, told_count, told_latest, told_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (room, root) DO UPDATE SET told_count = excluded.told_count,
        told_latest = excluded.told_latest, told_at = excluded.told_at
      """, [room, root.rawValue, count, latest?.rawValue, newest])
  }

  /// Records how far a thread is loaded; nil for all of it, as far as the chunk.
  func setProgress(
    _ progress: ThreadProgress?, covered chunk: Int64, ofThread root: EventID, in room: Int64
  ) throws {
    try run(
      """
      INSERT INTO threads (room, root, covered, page_chunk, page_token, page_place)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (room, root) DO UPDATE SET covered = excluded.covered,
        page_chunk = excluded.page_chunk, page_token = excluded.page_token,
        page_place = excluded.page_place
      """,
      [room, root.rawValue, chunk, progress?.chunk, progress?.token, progress?.place])
  }

  /// The account's own receipt for a thread.
  func receipt(ofThread root: EventID, in room: Int64) throws -> EventID? {
    try thread(root, in: room).receipt
  }

  func setReceipt(_ event: EventID, ofThread root: EventID, in room: Int64) throws {
    try run(
      """
      INSERT INTO threads (room, root, read) VALUES (?, ?, ?)
      ON CONFLICT (room, root) DO UPDATE SET read = excluded.read
      """, [room, root.rawValue, event.rawValue])
  }

  /// Replaces the numbers of unread messages in all threads of a room.
  func setUnread(_ threads: [String: UnreadLines], in room: Int64) throws {
    try run(
      """
      UPDATE threads SET unread = 0, mentions = 0, unread_is_least = 0 WHERE room = ? AND unread > 0
      """, [room])
    for (root, unread) in threads where unread.messages > 0 {
      try run(
        """
        INSERT INTO threads (room, root, unread, mentions, unread_is_least) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (room, root) DO UPDATE SET unread = excluded.unread,
          mentions = excluded.mentions, unread_is_least = excluded.unread_is_least
        """, [room, root, unread.messages, unread.mentions, !unread.isExact])
    }
  }

  func clearUnread(ofThread root: EventID, in room: Int64) throws {
    try run(
      "UPDATE threads SET unread = 0, mentions = 0, unread_is_least = 0 WHERE room = ? AND root = ?",
      [room, root.rawValue])
  }

  /// The place from which on the store has all messages of a thread; nil when it has the whole thread.
  ///
  /// A gap of the room may hide messages of any thread that began before it.
  func hole(inThread root: EventID, _ record: ThreadRecord, in room: Int64) throws -> Int64? {
    guard let gap = try lastGap(inThread: root, record, upTo: .max, in: room) else { return nil }
    guard let page = record.page, page.chunk >= gap else { return gap << 32 }
    return page.place
  }

  /// Whether messages of a thread may be missing before a place.
  func hasGap(
    inThread root: EventID, _ record: ThreadRecord, before place: Int64, in room: Int64
  ) throws -> Bool {
    try lastGap(inThread: root, record, upTo: EventPosition.chunk(of: place), in: room) != nil
  }

  /// The last chunk before which messages of a thread may be missing.
  private func lastGap(
    inThread root: EventID, _ record: ThreadRecord, upTo chunk: Int64, in room: Int64
  ) throws -> Int64? {
    let start = try (position(of: root, in: room) ?? nil).map(EventPosition.chunk) ?? 0
    return try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(number) FROM chunks
          WHERE room = ? AND token IS NOT NULL AND number > ? AND number <= ?
          """),
      arguments: [room, max(start, record.covered), chunk])
  }
}
