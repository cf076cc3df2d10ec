import GRDB
import ModelKit
import Models

extension AccountTables {
  /// The threads that some events begin, by their ids.
  func summaries(of roots: [EventID], in room: Int64) throws -> [String: ThreadSummary] {
    let list = JSONValue.array(roots.map { .string($0.rawValue) }).text
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT target, count(*), max(place) FROM events AS line
          WHERE room = ?1 AND target IN (SELECT value FROM json_each(?2))
            AND kind = \(EventKind.threadLine.rawValue) AND place IS NOT NULL \(Self.isKept)
          GROUP BY target
          """),
      arguments: [room, list])
    var summaries: [String: ThreadSummary] = [:]
    for row in rows {
      guard let root = EventID(row[0]) else { continue }
      summaries[root.rawValue] = try summary(of: root, known: row[1], latest: row[2], in: room)
    }
    let told = try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT root FROM threads
          WHERE room = ? AND root IN (SELECT value FROM json_each(?)) AND told_count > 0
          """),
      arguments: [room, list])
    for root in told.compactMap({ EventID($0) }) where summaries[root.rawValue] == nil {
      summaries[root.rawValue] = try summary(of: root, known: 0, latest: nil, in: room)
    }
    return summaries
  }

  private func summary(
    of root: EventID, known: Int, latest place: Int64?, in room: Int64
  ) throws -> ThreadSummary? {
    let record = try thread(root, in: room)
    let count = try count(ofThread: root, record, known: known, in: room)
    guard count > 0 else { return nil }
    let latest = try place.flatMap {
      try lines(ofThread: root, in: room, around: $0, before: 0, after: 1).lines.first
    }
    return ThreadSummary(
      count: count, latestSender: latest?.line.sender,
      latestContent: latest.map { $0.edit?.content ?? $0.line.content },
      latestTime: latest?.line.timestamp, unreadCount: record.unread.messages,
      // No more can be unread than there are.
      unreadIsLeast: !record.unread.isExact && record.unread.messages < count,
      mentionCount: record.unread.mentions)
  }

  /// The number of messages: those that the store has, when it has all; else what the server has
  /// counted, with those that came or were removed since.
  private func count(
    ofThread root: EventID, _ record: ThreadRecord, known: Int, in room: Int64
  ) throws -> Int {
    guard let told = record.told, try hole(inThread: root, record, in: room) != nil else {
      return known
    }
    let latest = try told.latest.flatMap { try place(of: Message.ID($0), in: room) } ?? .max
    let counts = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT
            count(*) FILTER (WHERE place > ?3 \(Self.isKept)),
            count(*) FILTER (WHERE place <= ?3 AND EXISTS (
              SELECT 1 FROM events
              WHERE room = ?1 AND target = line.id AND kind = \(EventKind.redaction.rawValue)
                AND position > ?4))
          FROM events AS line
          WHERE room = ?1 AND target = ?2 AND kind = \(EventKind.threadLine.rawValue)
            AND place IS NOT NULL
          """),
      arguments: [room, root.rawValue, latest, told.at])
    return max(known, told.count + (counts?[0] ?? 0) - (counts?[1] ?? 0))
  }

  /// Nobody has removed the line; `?1` is the room.
  private static let isKept = """
    AND line.key IS NOT '\(redactedKey)' AND NOT EXISTS (
      SELECT 1 FROM events
      WHERE room = ?1 AND target = line.id AND kind = \(EventKind.redaction.rawValue))
    """

  /// The events that begin threads, the one with the newest message last.
  func threadRoots(of room: Int64, limit: Int) throws -> [EventID] {
    try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT target FROM events
          WHERE room = ? AND kind = \(EventKind.threadLine.rawValue) AND place IS NOT NULL
          GROUP BY target ORDER BY max(time) DESC, target LIMIT ?
          """),
      arguments: [room, limit]
    ).reversed().compactMap { EventID($0) }
  }
}
