import GRDB
import ModelKit
import Models

/// The reactions to one message.
struct ReactionList {
  /// By their first use.
  var reactions: [Reaction] = []
  /// How many more kinds there are.
  var more = 0

  /// Adds a kind; only the first ones and the account's own are kept.
  mutating func add(_ reaction: Reaction) {
    if reactions.count < Limits.reactionKinds || reaction.own != nil {
      reactions.append(reaction)
    } else {
      more += 1
    }
  }
}

extension AccountTables {
  /// The reactions to some events that nobody took back, by the events' ids.
  ///
  /// Each person counts once for each key. Source: Matrix client-server API, "Event annotations and
  /// reactions".
  func reactions(
    to events: [EventID], own: UserID, in room: Int64
  ) throws -> [String: ReactionList] {
    let list = JSONValue.array(events.map { .string($0.rawValue) }).text
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT target, key, COUNT(DISTINCT sender), MAX(CASE WHEN sender = ?3 THEN id END)
          FROM events AS reaction
          WHERE room = ?1 AND target IN (SELECT value FROM json_each(?2))
          AND kind = \(EventKind.reaction.rawValue)
          AND NOT EXISTS (
            SELECT 1 FROM events
            WHERE room = ?1 AND target = reaction.id AND kind = \(EventKind.redaction.rawValue))
          GROUP BY target, key ORDER BY MIN(position)
          """),
      arguments: [room, list, own.rawValue])
    var lists: [String: ReactionList] = [:]
    while let row = try rows.next() {
      let event = (row[3] as String?).flatMap { EventID($0) }
      lists[row[0], default: ReactionList()].add(
        Reaction(key: row[1], count: row[2], own: event.map { Message.ID($0) }))
    }
    return lists
  }

  /// Who reacted how to an event, by the first use of a kind and then of the person, up to a limit; those who
  /// took it back did not.
  func reactionPeople(
    of event: EventID, in room: Int64, limit: Int
  ) throws -> [(key: String, user: UserID)] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT key, sender FROM (
            SELECT key, sender, MIN(position) AS first,
              MIN(MIN(position)) OVER (PARTITION BY key) AS beginning
            FROM events AS reaction
            WHERE room = ?1 AND target = ?2 AND kind = \(EventKind.reaction.rawValue)
            AND NOT EXISTS (
              SELECT 1 FROM events
              WHERE room = ?1 AND target = reaction.id AND kind = \(EventKind.redaction.rawValue))
            GROUP BY key, sender
          ) ORDER BY beginning, key, first LIMIT ?3
          """),
      arguments: [room, event.rawValue, limit]
    ).compactMap { row in UserID(row[1] as String).map { (row[0], $0) } }
  }
}
