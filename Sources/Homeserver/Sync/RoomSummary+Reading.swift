import GRDB
import ModelKit

extension RoomSummary {
  /// How many a room is named after at most.
  static let heroCount = 5

  /// Reads it as it is now.
  static func read(of room: RoomID, for user: UserID, from database: Database) throws -> Self {
    var counts: [String: Int] = [:]
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT membership, COUNT(*) AS count FROM memberships WHERE room = ? GROUP BY membership
          """),
      arguments: [room.rawValue])
    while let row = try rows.next() { counts[row["membership"]] = row["count"] }
    return RoomSummary(
      joinedCount: counts["join"] ?? 0, invitedCount: counts["invite"] ?? 0,
      heroes: try heroes(of: room, for: user, from: database))
  }

  private static func heroes(
    of room: RoomID, for user: UserID, from database: Database
  ) throws -> [UserID]? {
    for (type, member) in names {
      let event = try EventRows.stateEvent(StateKey(type), of: room, from: database)
      let name = try event?.content().value()[member]?.string
      if name?.isEmpty == false { return nil }
    }
    let present = try users(
      """
      SELECT user FROM memberships
      WHERE room = ? AND membership IN ('join', 'invite') AND user != ? ORDER BY position LIMIT ?
      """, room, user, database)
    guard present.isEmpty else { return present }
    return try users(
      """
      SELECT user FROM memberships
      WHERE room = ? AND membership IN ('leave', 'ban') AND user != ? ORDER BY position LIMIT ?
      """, room, user, database)
  }

  /// What gives a room a name: the type of the state and the member of its content.
  private static let names = [("m.room.name", "name"), ("m.room.canonical_alias", "alias")]

  private static func users(
    _ sql: String, _ room: RoomID, _ user: UserID, _ database: Database
  ) throws -> [UserID] {
    try String.fetchAll(
      database.cachedStatement(sql: sql), arguments: [room.rawValue, user.rawValue, heroCount]
    ).compactMap { UserID($0) }
  }

  /// The same from the state in memory.
  init(_ room: RoomSnapshot, for user: UserID) {
    joinedCount = room.joinedCount
    invitedCount = room.invitedCount
    let isNamed = Self.names.contains { type, member in
      room.content(type)?[member]?.string?.isEmpty == false
    }
    guard !isNamed else {
      heroes = nil
      return
    }
    let present = Self.first(of: room, for: user) { $0 == .join || $0 == .invite }
    heroes =
      present.isEmpty ? Self.first(of: room, for: user) { $0 == .leave || $0 == .ban } : present
  }

  /// Those whose membership is the oldest.
  private static func first(
    of room: RoomSnapshot, for user: UserID, where isMeant: (Membership) -> Bool
  ) -> [UserID] {
    var first: [(position: Int64, user: UserID)] = []
    for (member, membership) in room.members where isMeant(membership) && member != user {
      let position = room["m.room.member", member.rawValue]?.position ?? .max
      if first.count == heroCount, let last = first.last, position > last.position { continue }
      let place = first.firstIndex { $0.position > position } ?? first.count
      first.insert((position, member), at: place)
      if first.count > heroCount { first.removeLast() }
    }
    return first.map(\.user)
  }
}
