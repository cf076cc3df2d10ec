import GRDB
import ModelKit
import Models

extension AccountTables {
  /// What a room knows of a person.
  func member(_ user: UserID, of room: Int64) throws -> Member? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT membership, profile FROM members WHERE room = ? AND user = ?"),
      arguments: [room, user.rawValue])
    return row.flatMap { Self.member(membership: $0[0], profile: $0[1]) }
  }

  /// Writes what a room knows of a person.
  func set(_ member: Member, in room: Int64) throws {
    try run(
      "INSERT OR REPLACE INTO members (room, user, membership, profile) VALUES (?, ?, ?, ?)",
      [
        room, member.user.id.rawValue, member.membership.rawValue, Self.text(member.user),
      ])
  }

  /// Forgets all members of a room.
  func removeMembers(of room: Int64) throws {
    try run("DELETE FROM members WHERE room = ?", [room])
  }

  /// The joined members of a room.
  func joinedMembers(of room: Int64) throws -> [User] { try people(.join, in: room) }

  /// The people with one membership in a room.
  func people(_ membership: Member.Membership, in room: Int64) throws -> [User] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: "SELECT profile FROM members WHERE room = ? AND membership = ?"),
      arguments: [room, membership.rawValue])
    var users: [User] = []
    while let row = try rows.next() {
      if let user = Self.user(row[0]) { users.append(user) }
    }
    return users
  }

  /// The people in rooms of the account, those in most of them first.
  func knownPeople(limit: Int) throws -> [User] {
    try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT profile FROM people JOIN (
            SELECT user, COUNT(*) AS rooms FROM members WHERE membership = 'join' GROUP BY user
            ORDER BY rooms DESC, user LIMIT ?) ON id = user ORDER BY rooms DESC, user
          """),
      arguments: [limit]
    ).compactMap(Self.user)
  }

  /// The first few people who are in a room or invited to it, in the order of their ids.
  func present(in room: Int64, besides own: UserID, limit: Int) throws -> [UserID] {
    try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT user FROM members
          WHERE room = ? AND membership IN ('join', 'invite') AND user <> ? ORDER BY user LIMIT ?
          """),
      arguments: [room, own.rawValue, limit]
    ).compactMap { UserID($0) }
  }

  /// What each room knows of a person, by the room's number.
  func memberships(of user: UserID) throws -> [Int64: Member] {
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: "SELECT room, membership, profile FROM members WHERE user = ?"),
      arguments: [user.rawValue])
    var members: [Int64: Member] = [:]
    while let row = try rows.next() {
      members[row[0]] = Self.member(membership: row[1], profile: row[2])
    }
    return members
  }

  /// The numbers of the rooms that a person has joined.
  func joinedRooms(of user: UserID) throws -> Set<Int64> {
    try Int64.fetchSet(
      database.cachedStatement(
        sql: "SELECT room FROM members WHERE user = ? AND membership = 'join'"),
      arguments: [user.rawValue])
  }

  private static func member(membership: String, profile: String) -> Member? {
    guard let membership = Member.Membership(rawValue: membership), let user = user(profile)
    else { return nil }
    return Member(membership: membership, user: user)
  }

  private static func user(_ json: String) -> User? { try? User.decode(bytes(json)) }
}

extension AccountTables {
  /// The newest known value of a person, from whichever room or response.
  func person(_ id: UserID) throws -> User? {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT profile FROM people WHERE id = ?"),
      arguments: [id.rawValue]
    ).flatMap(Self.user)
  }

  /// Writes a person, new or changed.
  func save(_ person: User) throws {
    try run(
      "INSERT OR REPLACE INTO people (id, profile) VALUES (?, ?)",
      [person.id.rawValue, Self.text(person)])
  }
}
