import GRDB
import MatrixWire
import ModelKit
import Models

extension AccountTables {
  /// The content of a message with its last edit; nil when it is not known, removed, or no message.
  func currentContent(of message: Message.ID, in room: Int64) throws -> CurrentContent? {
    guard let raw = try rawLine(of: message, in: room), raw.stateKey == nil,
      let event = StoredEvent(raw), let line = event.line, !line.isRedacted,
      try removal(of: event.id, in: room) == nil
    else { return nil }
    let edited = try rawEdit(of: line, in: room)?.content["m.new_content"]?.object
    guard let content = edited ?? raw.content.object else { return nil }
    return CurrentContent(type: raw.type, content: content)
  }

  /// The text of the event of a message; nil when it is not known.
  func json(of message: Message.ID, in room: Int64) throws -> String? {
    try String.fetchOne(
      database.cachedStatement(
        sql: "SELECT json FROM events WHERE room = ?1 AND (id = ?2 OR transaction_id = ?2)"),
      arguments: [room, message.rawValue])
  }

  /// A line of the room or of a thread as the server sent it; nil when it is not known.
  func rawLine(of message: Message.ID, in room: Int64) throws -> RawEvent? {
    let json = try String.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT json FROM events
          WHERE room = ?1 AND (id = ?2 OR transaction_id = ?2) AND kind IN (?3, ?4)
          """),
      arguments: [
        room, message.rawValue, EventKind.line.rawValue, EventKind.threadLine.rawValue,
      ])
    return json.flatMap { try? RawEvent.decode(Self.bytes($0)) }
  }
}
