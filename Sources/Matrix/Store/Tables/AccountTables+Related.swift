import Controllers
import GRDB
import Models

extension AccountTables {
  /// The kinds of events about a message that are no lines.
  private static let related: [(kind: EventKind, meaning: RelatedEvent.Kind)] = [
    (.edit, .edit), (.reaction, .reaction), (.vote, .vote), (.pollEnd, .pollEnd),
    (.redaction, .removal),
  ]

  /// The events about a message, newest first.
  func related(to message: Message.ID, in room: Int64, limit: Int) throws -> [RelatedEvent] {
    let kinds = Self.related.map { "\($0.kind.rawValue)" }.joined(separator: ", ")
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT id, kind, sender, time FROM events
          WHERE room = ?1 AND kind IN (\(kinds)) AND target = (
            SELECT id FROM events WHERE room = ?1 AND (id = ?2 OR transaction_id = ?2))
          ORDER BY time DESC, id DESC LIMIT ?3
          """),
      arguments: [room, message.rawValue, limit])
    return rows.compactMap { row in
      let kind = EventKind(rawValue: row["kind"])
      guard let meaning = Self.related.first(where: { $0.kind == kind })?.meaning,
        let id = EventID(row["id"] as String), let sender = UserID(row["sender"] as String)
      else { return nil }
      return RelatedEvent(
        id: Message.ID(id), kind: meaning, sender: sender,
        timestamp: Timestamp(milliseconds: row["time"]))
    }
  }
}
