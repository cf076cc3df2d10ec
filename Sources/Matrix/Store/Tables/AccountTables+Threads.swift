import GRDB
import MatrixWire
import ModelKit
import Models

// The lines of a thread are events with the root as their target. They are ordered by their places,
// which for a line with a position in the room is that position. A line that only a page of the thread
// has brought gets a place below all positions of the chunk that follows it, so that the order is the
// server's in either case.
extension AccountTables {
  /// The newest lines of a thread.
  func newestLines(ofThread root: EventID, in room: Int64, limit: Int) throws -> LineWindow {
    let (lines, hasOlder) = try lines(ofThread: root, in: room, "place <= ?", .max, "DESC", limit)
    return LineWindow(lines: lines.reversed(), hasOlder: hasOlder)
  }

  /// The lines of a thread before a place, and those from it on.
  func lines(
    ofThread root: EventID, in room: Int64, around place: Int64, before: Int, after: Int
  ) throws -> LineWindow {
    let older = try lines(ofThread: root, in: room, "place < ?", place, "DESC", before)
    let newer = try lines(ofThread: root, in: room, "place >= ?", place, "ASC", after)
    return LineWindow(
      lines: older.lines.reversed() + newer.lines, hasOlder: older.hasMore,
      hasNewer: newer.hasMore)
  }

  private func lines(
    ofThread root: EventID, in room: Int64, _ condition: String, _ place: Int64,
    _ direction: String, _ limit: Int
  ) throws -> (lines: [StoredLine], hasMore: Bool) {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT place, transaction_id, json FROM events
          WHERE room = ? AND target = ? AND kind = \(EventKind.threadLine.rawValue)
            AND \(condition) ORDER BY place \(direction) LIMIT ?
          """),
      arguments: [room, root.rawValue, place, limit + 1])
    let read = rows.prefix(limit).compactMap(Self.read)
    return (try lines(read, in: room), rows.count > limit)
  }

  /// An event as a line, wherever it is; nil when it is not known or no line.
  func line(ofEvent event: EventID, in room: Int64) throws -> StoredLine? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT coalesce(position, 0), transaction_id, json FROM events WHERE room = ? AND id = ?
          """),
      arguments: [room, event.rawValue])
    return try row.flatMap(Self.read).map { try line($0, in: room, isChanged: true) }
  }

  /// The place of a line in its thread, by the identity of its message.
  func place(of message: Message.ID, in room: Int64) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT place FROM events WHERE room = ? AND id = ? AND place IS NOT NULL
          UNION ALL
          SELECT place FROM events WHERE room = ? AND transaction_id = ? AND place IS NOT NULL
          """),
      arguments: [room, message.rawValue, room, message.rawValue])
  }

  /// Adds a line of a thread whose position is not known, after those in a chunk and below; returns its
  /// place.
  @discardableResult
  func addThreadLine(
    _ event: StoredEvent, of root: EventID, in room: Int64, below chunk: Int64,
    _ transaction: TransactionID?
  ) throws -> Int64 {
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT place FROM events WHERE room = ? AND id = ?"),
      arguments: [room, event.id.rawValue])
    if let known = row?[0] as Int64? { return known }
    let place = try placeBelow(chunk, in: room, root)
    if row == nil {
      try insert(event, in: room, at: nil, place: place, transaction: transaction)
    } else {
      // It was quoted somewhere.
      try run(
        "UPDATE events SET place = ? WHERE room = ? AND id = ?", [place, room, event.id.rawValue])
    }
    if let edit = event.bundledEdit, try position(of: edit.id, in: room) == nil {
      try insert(edit, in: room, at: nil)
    }
    return place
  }

  /// A place for the next older line of a thread, below the positions of a chunk.
  ///
  /// The positions of a chunk begin in the middle of its range and would need a thousand million events
  /// to get down here.
  private func placeBelow(_ chunk: Int64, in room: Int64, _ root: EventID) throws -> Int64 {
    let start = chunk << 32
    let top = start + (1 << 30)
    let lowest = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT min(place) FROM events
          WHERE room = ? AND target = ? AND kind = \(EventKind.threadLine.rawValue)
            AND position IS NULL AND place > ? AND place < ?
          """),
      arguments: [room, root.rawValue, start, (chunk + 1) << 32])
    return lowest.map { $0 - 1 } ?? top
  }

  /// Moves the lines without positions along that stand between a line of their thread and the lower
  /// place that it gets: they are older.
  func lowerThread(of event: EventID, in room: Int64, to position: Int64) throws {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT place, target FROM events WHERE room = ? AND id = ? AND place > ?"),
      arguments: [room, event.rawValue, position])
    guard let row, let old = row[0] as Int64? else { return }
    let root = row[1] as String?
    try movePage(ofThread: root, in: room, from: old, to: position)
    let older = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT number, place FROM events
          WHERE room = ? AND target = ? AND kind = \(EventKind.threadLine.rawValue)
            AND position IS NULL AND place > ? AND place < ? ORDER BY place
          """),
      arguments: [room, root, position, old])
    guard !older.isEmpty else { return }
    let start = EventPosition.chunk(of: position) << 32
    let highest = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(place) FROM events
          WHERE room = ? AND target = ? AND kind = \(EventKind.threadLine.rawValue)
            AND position IS NULL AND place > ? AND place < ?
          """),
      arguments: [room, root, start, position])
    var place = highest ?? start + (1 << 30) - Int64(older.count)
    for row in older {
      place += 1
      try run("UPDATE events SET place = ? WHERE number = ?", [place, row[0] as Int64])
      try movePage(ofThread: root, in: room, from: row[1], to: place)
    }
  }

  /// Moves the place up to which a thread is loaded, if it is this one.
  private func movePage(
    ofThread root: String?, in room: Int64, from old: Int64, to place: Int64
  ) throws {
    try run(
      "UPDATE threads SET page_place = ? WHERE room = ? AND root = ? AND page_place = ?",
      [place, room, root, old])
  }
}
