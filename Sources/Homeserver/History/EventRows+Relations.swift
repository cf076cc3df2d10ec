import GRDB
import MatrixWire
import ModelKit

/// What belongs to a thread beside its first event.
struct ThreadSummary: Sendable {
  let count: Int
  let latest: StoredEvent
  let isParticipant: Bool
}

// `CROSS JOIN` makes SQLite begin with the children of the one event: a search that begins with the
// events of the room would look at all of them.
extension EventRows {
  /// How many edits are looked at to find one that counts.
  private static let editLimit = 32

  /// The newest edit that counts: by the author of the event, of its type, not taken back, and with
  /// a new content; an edit has no edits of its own.
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

  /// What belongs to the thread that an event begins; nil when it begins none.
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
  /// Whether it is an edit itself.
  fileprivate func isReplacement() throws -> Bool {
    guard let content = try content().value().object else { return false }
    return EventRelation(content)?.kind == EventRelation.replacement
  }

  /// Whether it says what shall stand in place of another event; what is encrypted says so where
  /// only its readers see it.
  fileprivate func hasNewContent() throws -> Bool {
    try type == EventName.encrypted || content().value()["m.new_content"]?.object != nil
  }
}
