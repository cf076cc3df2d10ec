import GRDB
import MatrixWire
import ModelKit

/// What a client needs to name a room without knowing its members.
///
/// Source: Matrix client-server API, "Syncing", `RoomSummary`.
struct RoomSummary: Sendable {
  /// The most members that give a room its name.
  private static let heroCount = 5
  /// The state that names a room: event type and content key.
  private static let names = [(EventType.name, "name"), (EventType.canonicalAlias, "alias")]

  let joinedCount: Int
  let invitedCount: Int
  /// The members to name the room after; nil when it has a name.
  let heroes: [UserID]?

  init(of room: RoomID, for user: UserID, from database: Database) throws {
    (joinedCount, invitedCount) = try Self.counts(of: room, from: database)
    let isNamed = try Self.names.contains { type, member in
      let event = try EventRows.stateEvent(StateKey(type), of: room, from: database)
      return try event?.content().value()[member]?.string?.isEmpty == false
    }
    guard !isNamed else {
      heroes = nil
      return
    }
    heroes = try Self.heroes(of: room, for: user, from: database)
  }

  /// The numbers of joined and invited members.
  static func counts(
    of room: RoomID, from database: Database
  ) throws -> (joined: Int, invited: Int) {
    let counts = try Row.all(
      database, "SELECT membership, COUNT(*) AS count FROM memberships WHERE room = ? GROUP BY 1",
      [room]
    ) { row -> (String, Int) in (row["membership"], row["count"]) }
    return (
      counts.first { $0.0 == "join" }?.1 ?? 0, counts.first { $0.0 == "invite" }?.1 ?? 0
    )
  }

  /// The members to name a room after: of those present, or else of those gone.
  static func heroes(
    of room: RoomID, for user: UserID, from database: Database
  ) throws -> [UserID] {
    let present = try oldest("'join', 'invite'", room, but: user, database)
    return present.isEmpty ? try oldest("'leave', 'ban'", room, but: user, database) : present
  }

  /// The users with the oldest memberships.
  private static func oldest(
    _ memberships: StaticString, _ room: RoomID, but user: UserID, _ database: Database
  ) throws -> [UserID] {
    try String.all(
      database,
      """
      SELECT user FROM memberships
      WHERE room = ? AND membership IN (\(memberships)) AND user != ? ORDER BY position LIMIT ?
      """, [room, user, heroCount]
    ).compactMap { UserID($0) }
  }
}
