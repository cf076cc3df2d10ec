import GRDB
import ModelKit
import Models

extension AccountTables {
  /// What the events are to which others reply, by their ids; those that are not known are omitted.
  func quotes(of events: Set<EventID>, in room: Int64) throws -> [String: ReplyQuote] {
    let list = JSONValue.array(events.map { .string($0.rawValue) }).text
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT COALESCE(position, 0), transaction_id, json, id FROM events
          WHERE room = ? AND id IN (SELECT value FROM json_each(?))
          """),
      arguments: [room, list])
    let read = rows.compactMap(Self.read)
    let lines = try lines(read, in: room).map { line in
      let content = line.isRedacted ? .redacted : line.edit?.content ?? line.line.content
      return (
        line.line.eventID.rawValue, ReplyQuote.known(sender: line.line.sender, content: content)
      )
    }
    // An event without a line cannot be quoted.
    let others = rows.map { ($0[3] as String, ReplyQuote.missing) }
    return Dictionary(lines + others) { line, _ in line }
  }

  /// When events were sent, by their ids; those that are not known are omitted.
  func times(of events: [EventID], in room: Int64) throws -> [String: Timestamp] {
    let list = JSONValue.array(events.map { .string($0.rawValue) }).text
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT id, time FROM events WHERE room = ? AND id IN (SELECT value FROM json_each(?))
          """),
      arguments: [room, list])
    return Dictionary(rows.map { ($0[0], Timestamp(milliseconds: $0[1])) }) { first, _ in first }
  }
}
