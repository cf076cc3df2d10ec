import GRDB
import MatrixWire
import ModelKit

/// A part of the state of a room.
enum StatePart: Sendable {
  case all
  /// All member events, whatever the membership.
  case members
  case withoutMembers

  /// Conditions that each select one range of the index.
  private var ranges: [String] {
    switch self {
    case .all: [""]
    case .members: ["AND type = '\(EventType.member)'"]
    // The member events lie between the two ranges.
    case .withoutMembers: ["AND type < '\(EventType.member)'", "AND type > '\(EventType.member)'"]
    }
  }

  /// Selects the current state.
  fileprivate var currentSQL: String {
    sql(ranges.map { "SELECT position FROM state WHERE room = ?1 \($0)" })
  }

  /// Selects the state after the event at a position.
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

  /// The latest state events of a room in a range, oldest first.
  static func stateChanges(
    of room: RoomID, after: Int64, through: Int64, from database: Database
  ) throws -> [StoredEvent] {
    try all(
      database,
      """
      SELECT * FROM events WHERE position IN (
        SELECT MAX(position) FROM events INDEXED BY events_state
        WHERE room = ? AND state_key IS NOT NULL AND position > ? AND position <= ?
        GROUP BY type, state_key)
      ORDER BY position
      """, [room, after, through])
  }

  /// One state event as of the event at a position.
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

  /// A user's member event after the event at a position.
  static func member(
    _ user: UserID, of room: RoomID, at position: Int64, from database: Database
  ) throws -> StoredEvent? {
    try stateEvent(
      StateKey(EventType.member, user.rawValue), of: room, at: position, from: database)
  }

  /// A value from each event of one state key, oldest first; drops the events themselves, because
  /// there may be many.
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
