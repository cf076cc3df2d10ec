import GRDB
import ModelKit

extension EventRows {
  /// The current state of a room, oldest first.
  static func currentState(
    of room: RoomID, from database: Database
  ) throws -> [StoredEvent] {
    try all(
      database,
      """
      SELECT events.* FROM state JOIN events ON events.position = state.position
      WHERE state.room = ? ORDER BY state.position
      """, [room.rawValue])
  }

  /// The current members of a room, whatever they are to it, oldest first.
  static func currentMembers(
    of room: RoomID, from database: Database
  ) throws -> [StoredEvent] {
    try all(
      database,
      """
      SELECT events.* FROM state JOIN events ON events.position = state.position
      WHERE state.room = ? AND state.type = 'm.room.member' ORDER BY state.position
      """, [room.rawValue])
  }

  /// The state of a room after the event at a position, oldest first.
  static func state(
    of room: RoomID, at position: Int64, from database: Database
  ) throws -> [StoredEvent] {
    try all(
      database,
      """
      SELECT * FROM events WHERE position IN (
        SELECT MAX(position) FROM events
        WHERE room = ? AND state_key IS NOT NULL AND position <= ? GROUP BY type, state_key)
      ORDER BY position
      """, [room.rawValue, position])
  }

  /// The state of a room after the event at a position without its members, oldest first.
  static func stateWithoutMembers(
    of room: RoomID, at position: Int64, from database: Database
  ) throws -> [StoredEvent] {
    // Two ranges of the index: what lies between them are the members.
    try all(
      database,
      """
      SELECT * FROM events WHERE position IN (
        SELECT MAX(position) FROM events
        WHERE room = ?1 AND type < 'm.room.member' AND state_key IS NOT NULL AND position <= ?2
        GROUP BY type, state_key
        UNION ALL
        SELECT MAX(position) FROM events
        WHERE room = ?1 AND type > 'm.room.member' AND state_key IS NOT NULL AND position <= ?2
        GROUP BY type, state_key)
      ORDER BY position
      """, [room.rawValue, position])
  }

  /// The members of a room, whatever they are to it, after the event at a position, oldest first.
  static func members(
    of room: RoomID, at position: Int64, from database: Database
  ) throws -> [StoredEvent] {
    try all(
      database,
      """
      SELECT * FROM events WHERE position IN (
        SELECT MAX(position) FROM events
        WHERE room = ? AND type = 'm.room.member' AND state_key IS NOT NULL AND position <= ?
        GROUP BY state_key)
      ORDER BY position
      """, [room.rawValue, position])
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
      """, [room.rawValue, key.type, key.key, position])
  }

  /// What is to know of all that stood at a place of the state, oldest first; the events are not
  /// kept, because there may be many.
  static func history<Value>(
    of key: StateKey, in room: RoomID, from database: Database,
    _ read: (StoredEvent) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try each(
      database,
      """
      SELECT * FROM events WHERE room = ? AND type = ? AND state_key = ? ORDER BY position
      """, [room.rawValue, key.type, key.key]
    ) { values.append(try read($0)) }
    return values
  }
}
