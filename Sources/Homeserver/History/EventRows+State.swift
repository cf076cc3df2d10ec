import GRDB
import ModelKit

/// What of the state of a room is asked for.
enum StatePart: Sendable {
  case all
  /// The members, whatever they are to the room.
  case members
  case withoutMembers

  /// The ranges of the index that hold it.
  private var ranges: [String] {
    switch self {
    case .all: [""]
    case .members: ["AND type = 'm.room.member'"]
    // What lies between the two are the members.
    case .withoutMembers: ["AND type < 'm.room.member'", "AND type > 'm.room.member'"]
    }
  }

  /// Of a room as it is now.
  fileprivate var currentSQL: String {
    sql(ranges.map { "SELECT position FROM state WHERE room = ?1 \($0)" })
  }

  /// Of a room after the event at a position.
  fileprivate var earlierSQL: String {
    sql(
      ranges.map {
        """
        SELECT MAX(position) FROM events
        WHERE room = ?1 \($0) AND state_key IS NOT NULL AND position <= ?2
        GROUP BY type, state_key
        """
      })
  }

  private func sql(_ positions: [String]) -> String {
    let positions = positions.joined(separator: " UNION ALL ")
    return "SELECT * FROM events WHERE position IN (\(positions)) ORDER BY position"
  }
}

extension EventRows {
  /// The state of a room after the event at a position, oldest first.
  static func state(
    of room: RoomID, _ part: StatePart = .all, at position: Int64 = .max, from database: Database
  ) throws -> [StoredEvent] {
    guard position < .max else { return try all(database, part.currentSQL, [room]) }
    return try all(database, part.earlierSQL, [room, position])
  }

  /// What stands at a place of the state after the event at a position.
  static func stateEvent(
    _ key: StateKey, of room: RoomID, at position: Int64 = .max, from database: Database
  ) throws -> StoredEvent? {
    try one(
      database,
      """
      SELECT * FROM events WHERE room = ? AND type = ? AND state_key = ? AND position <= ?
      ORDER BY position DESC LIMIT 1
      """, [room, key.type, key.key, position])
  }

  /// What is to know of all that stood at a place of the state, oldest first; the events are not
  /// kept, because there may be many.
  static func history<Value>(
    of key: StateKey, in room: RoomID, from database: Database,
    _ read: (StoredEvent) throws -> Value
  ) throws -> [Value] {
    try Row.all(
      database,
      "SELECT * FROM events WHERE room = ? AND type = ? AND state_key = ? ORDER BY position",
      [room, key.type, key.key]
    ) { try read(StoredEvent(row: $0)) }
  }
}
