import GRDB
import MatrixWire
import Models

/// An excerpt is a part of a room's history that was looked at far away from the known one.
///
/// It is a chunk in front of all others, one for each room. Its places are provisional: when pages of
/// the history reach an event of it, that event moves into the history. So the excerpt never decides
/// what is missing where, and no page can be lost to it.
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
    for event in excerpt.events {
      guard try add(event, in: room, at: chunk.last + 1, transactions[event.id]) else { continue }
      chunk.last += 1
    }
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
