import Controllers
import GRDB
import ModelKit
import Models

/// A room's history as readers go through it who keep their place: lines of the room and of its threads in one
/// order.
extension AccountTables {
  private static let lineKinds = [EventKind.line, .threadLine]

  /// The number of a room that the cache has; nil for another.
  func number(of room: RoomID) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT number FROM rooms WHERE id = ?"),
      arguments: [room.rawValue])
  }

  /// The rooms that the cache has.
  func keptRooms() throws -> [Room] {
    let texts = try String.fetchAll(database, sql: "SELECT shown FROM rooms")
    return texts.compactMap { try? Room.decode(Self.bytes($0)) }
  }

  /// The lines of a room after a place, also those that only a page of their thread has brought.
  func lines(of room: Int64, after place: HistoryPlace?, limit: Int) throws -> EntryRows {
    let placed = Self.lineKinds.map { Self.part($0, "position > ?2", "position") }
    let others = Self.part(
      .threadLine, "position IS NULL AND place IS NOT NULL AND (place, number) > (?2, ?4)",
      "place, number")
    return try rows(
      placed + [others], "1, number",
      [room, place?.position ?? .min, limit, place?.number ?? .min])
  }

  /// The newest lines of a room from a position on, newest first.
  func newestLines(of room: Int64, from position: Int64, limit: Int) throws -> EntryRows {
    try rows(
      Self.lineKinds.map { Self.part($0, "position >= ?2", "position DESC") }, "1 DESC",
      [room, position, limit])
  }

  /// The lines of a room between two positions, and what changed lines there.
  func news(of room: Int64, after start: Int64, before end: Int64, limit: Int) throws -> EntryRows {
    let kinds = Self.lineKinds + [.edit, .redaction]
    return try rows(
      kinds.map { Self.part($0, "position > ?2 AND position < ?4", "position") }, "1",
      [room, start, limit, end])
  }

  /// The first chunk after that of a position before which events are missing.
  func gap(of room: Int64, after position: Int64) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT min(number) FROM chunks WHERE room = ? AND number > ? AND token IS NOT NULL
          """),
      arguments: [room, EventPosition.chunk(of: position)])
  }

  /// How much of a room's history there is; nil for nothing.
  func extent(of room: Int64) throws -> HistoryExtent? {
    let hasGaps = try Bool.fetchAll(
      database,
      sql: "SELECT token IS NOT NULL FROM chunks WHERE room = ? ORDER BY number",
      arguments: [room])
    return hasGaps.first.map {
      HistoryExtent(hasOlder: $0, gapCount: hasGaps.dropFirst().count { $0 })
    }
  }

  /// The events of one kind, which one index has in their order.
  private static func part(_ kind: EventKind, _ condition: String, _ order: String) -> String {
    """
    SELECT * FROM (
      SELECT coalesce(position, place), transaction_id, json, number, kind, id, sender, target
      FROM events WHERE room = ?1 AND kind = \(kind.rawValue) AND \(condition)
      ORDER BY \(order) LIMIT ?3)
    """
  }

  private func rows(
    _ parts: [String], _ order: String, _ arguments: StatementArguments
  ) throws -> EntryRows {
    let all = parts.joined(separator: " UNION ALL ")
    return EntryRows(
      try Row.fetchAll(
        database.cachedStatement(sql: "SELECT * FROM (\(all)) ORDER BY \(order) LIMIT ?3"),
        arguments: arguments))
  }
}

/// Events as the queries of a room's history give them.
struct EntryRows {
  var rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  /// The place behind the last one; nil when there is none.
  var end: HistoryPlace? {
    rows.last.map { HistoryPlace(position: $0[0], number: $0[3]) }
  }
}
