import GRDB
import MatrixWire
import ModelKit

/// The events of a thread without its first event.
struct ThreadSummary: Sendable {
  let count: Int
  let latest: StoredEvent
  let isParticipant: Bool
}

// `CROSS JOIN` makes SQLite start from the relations of one event. Starting from the events of the
// room would scan all of them.
extension EventRows {
  /// The most edits that are examined to find a valid one.
  private static let editLimit = 32

  /// The newest valid edit: of the same author and type, not redacted, and with new content; edits
  /// cannot be edited.
  ///
  /// Source: Matrix client-server API, "Event replacements", "Validity of replacement events".
  static func replacement(
    of event: StoredEvent, through position: Int64, from database: Database
  ) throws -> StoredEvent? {
    let edits = try all(
      database,
      """
      SELECT events.* FROM relations CROSS JOIN events ON events.position = relations.child
      WHERE relations.parent = ? AND relations.kind = 'm.replace' AND relations.child <= ?
        AND events.room = ? AND events.sender = ? AND events.type = ?
        AND events.state_key IS NULL AND events.redacted_by IS NULL
      ORDER BY relations.child DESC LIMIT ?
      """, [event.id, position, event.room, event.sender, event.type, editLimit])
    guard let edit = try edits.first(where: { try $0.hasNewContent() }) else { return nil }
    return try event.isReplacement() ? nil : edit
  }

  /// The most references that are bundled with an event: of a poll with more votes, clients ask for the rest.
  private static let referenceLimit = 500

  /// The first events that reference another one, in their order, without those that were redacted.
  ///
  /// Source: Matrix client-server API, "Reference relations".
  static func references(
    to event: StoredEvent, ignoring ignored: IgnoredUsers, through position: Int64,
    from database: Database
  ) throws -> [EventID] {
    try Row.all(
      database,
      """
      SELECT events.id FROM relations CROSS JOIN events ON events.position = relations.child
      WHERE relations.parent = ? AND relations.kind = 'm.reference' AND relations.child <= ?
        AND events.room = ? AND events.redacted_by IS NULL
        AND events.sender NOT IN (SELECT value FROM json_each(?))
      ORDER BY relations.child LIMIT ?
      """, [event.id, position, event.room, ignored.list, referenceLimit]
    ) { row in EventID(row["id"]) }
  }

  /// The summary of the thread that an event starts; nil when it starts none.
  static func thread(
    of event: StoredEvent, for user: UserID, ignoring ignored: IgnoredUsers,
    through position: Int64, from database: Database
  ) throws -> ThreadSummary? {
    let latest = try one(
      database,
      """
      SELECT events.* FROM relations CROSS JOIN events ON events.position = relations.child
      WHERE relations.parent = ? AND relations.kind = 'm.thread' AND relations.child <= ?
        AND events.room = ? AND events.redacted_by IS NULL
        AND events.sender NOT IN (SELECT value FROM json_each(?))
      ORDER BY relations.child DESC LIMIT 1
      """, [event.id, position, event.room, ignored.list])
    guard let latest else { return nil }
    let row = try Row.one(
      database,
      """
      SELECT COUNT(*) AS count, MAX(events.sender = ?) AS is_participant
      FROM relations CROSS JOIN events ON events.position = relations.child
      WHERE relations.parent = ? AND relations.kind = 'm.thread' AND relations.child <= ?
        AND events.room = ? AND events.redacted_by IS NULL
        AND events.sender NOT IN (SELECT value FROM json_each(?))
      """,
      [
        user, event.id, position, event.room, ignored.list,
      ])
    return ThreadSummary(
      count: row?["count"] ?? 1, latest: latest,
      isParticipant: event.sender == user || (row?["is_participant"] ?? false))
  }
}

extension StoredEvent {
  fileprivate func isReplacement() throws -> Bool {
    guard let content = try content().value().object else { return false }
    return EventRelation(content)?.kind == EventRelation.replacement
  }

  /// Whether an edit has new content; encrypted edits hide it.
  fileprivate func hasNewContent() throws -> Bool {
    try type == EventType.encrypted || content().value()["m.new_content"]?.object != nil
  }
}
