import GRDB
import MatrixWire
import Models

/// An excerpt is a part of a room's history that was looked at far away from the known one.
///
/// It is a chunk in front of all others, one for each room. Its places are provisional: when pages of
/// the history reach an event of it, that event moves into the history. So the excerpt never decides
/// what is missing where, and no page can be lost to it. It grows at both ends; when its newer end reaches
/// the beginning of the history, it becomes a part of that.
extension AccountTables {
  /// Adds an excerpt whose middle event has no place yet.
  ///
  /// Continues the history when the excerpt reaches it. Otherwise takes the place of the last excerpt,
  /// unless it may lie in a gap between known events: there is no room for it there.
  func add(
    _ excerpt: HistoryExcerpt, to room: Int64, sent transactions: [EventID: TransactionID]
  ) throws {
    if let (index, position) = try meeting(of: excerpt, in: room) {
      let older = excerpt.events[..<index]
      guard older.contains(where: { $0.id == excerpt.target }),
        var chunk = try chunk(EventPosition.chunk(of: position), of: room), chunk.first == position,
        chunk.token != nil
      else { return }
      chunk.token = excerpt.token
      try extend(&chunk, with: older.reversed(), in: room, sent: transactions)
      return try save(chunk, of: room)
    }
    guard try isBeforeAll(excerpt, in: room) else { return }
    try removeExcerpt(of: room)
    var chunk = Chunk(Chunk.excerpt, token: excerpt.token)
    chunk.next = excerpt.next
    for event in excerpt.events {
      guard try add(event, in: room, at: chunk.last + 1, transactions[event.id]) else { continue }
      chunk.last += 1
    }
    try save(chunk, of: room)
  }

  /// Adds a page of newer events, oldest first, to the excerpt.
  ///
  /// Does nothing when the excerpt has changed since the page was requested with `token`.
  func extendExcerpt(
    of room: Int64, with events: [StoredEvent], from token: String, end: String?,
    sent transactions: [EventID: TransactionID]
  ) throws {
    guard var chunk = try chunk(Chunk.excerpt, of: room), chunk.next == token else { return }
    chunk.next = end == token ? nil : end
    for event in events {
      if case let position?? = try position(of: event.id, in: room),
        EventPosition.chunk(of: position) != Chunk.excerpt
      {
        return try join(&chunk, to: position, in: room)
      }
      guard try add(event, in: room, at: chunk.last + 1, transactions[event.id]) else { continue }
      chunk.last += 1
    }
    try save(chunk, of: room)
  }

  /// Makes an excerpt the beginning of the history, whose first known event is at this place.
  ///
  /// Where that is not its first event, the server's orders differ, and pages from there on decide.
  private func join(_ excerpt: inout Chunk, to position: Int64, in room: Int64) throws {
    excerpt.next = nil
    guard var chunk = try oldestChunk(of: room), chunk.first == position, chunk.token != nil else {
      return try save(excerpt, of: room)
    }
    let shift = chunk.first - 1 - excerpt.last
    try run(
      """
      UPDATE events SET position = position + ?1,
        place = CASE WHEN kind = \(EventKind.threadLine.rawValue) THEN position + ?1 END
      WHERE room = ?2 AND position BETWEEN ?3 AND ?4
      """, [shift, room, excerpt.first, excerpt.last])
    try run(
      """
      UPDATE threads SET page_place = page_place + ?1
      WHERE room = ?2 AND page_place BETWEEN ?3 AND ?4
      """, [shift, room, excerpt.first, excerpt.last])
    try run("DELETE FROM chunks WHERE room = ? AND number = ?", [room, Chunk.excerpt])
    chunk.first = excerpt.first + shift
    chunk.token = excerpt.token
    try save(chunk, of: room)
  }

  /// Forgets the places of an excerpt's events; the events stay known.
  func removeExcerpt(of room: Int64) throws {
    guard let chunk = try chunk(Chunk.excerpt, of: room) else { return }
    try run(
      "UPDATE events SET position = NULL WHERE room = ? AND position BETWEEN ? AND ?",
      [room, chunk.first, chunk.last])
    try run("DELETE FROM chunks WHERE room = ? AND number = ?", [room, Chunk.excerpt])
  }

  /// The first event of the excerpt that the history has.
  private func meeting(
    of excerpt: HistoryExcerpt, in room: Int64
  ) throws -> (index: Int, position: Int64)? {
    for (index, event) in excerpt.events.enumerated() {
      if case let position?? = try position(of: event.id, in: room),
        EventPosition.chunk(of: position) != Chunk.excerpt
      {
        return (index, position)
      }
    }
    return nil
  }

  /// Whether the excerpt belongs before the oldest known event: where nothing else is missing, or where
  /// the events are older than all of the history.
  private func isBeforeAll(_ excerpt: HistoryExcerpt, in room: Int64) throws -> Bool {
    let gaps = try gaps(of: room).subtracting([Chunk.excerpt])
    guard let oldest = try oldestChunk(of: room), gaps.contains(oldest.number) else { return false }
    if gaps.count == 1 { return true }
    let start = try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT min(time) FROM events WHERE room = ? AND position BETWEEN ? AND ?"),
      arguments: [room, oldest.first, oldest.last])
    return excerpt.events.allSatisfy { event in start.map { event.raw.timestamp < $0 } ?? true }
  }
}
