import Controllers
import Models

extension RoomState {
  /// What the people may do to each other; nil while that is unknown.
  var shownPowers: RoomPowers? { powers?.with(creators: creators) }

  /// The known members of the room, and those who are invited, by name.
  func knownMembers(_ tables: AccountTables) throws -> RoomMembers {
    RoomMembers(
      roomID: id, people: Self.sorted(try tables.people(.join, in: number)),
      invited: Self.sorted(try tables.people(.invite, in: number)), isComplete: hasAllMembers)
  }

  private static func sorted(_ people: [User]) -> [User] {
    let keyed = people.map { (key: ($0.displayName ?? $0.id.rawValue).lowercased(), user: $0) }
    let sorted = keyed.sorted { ($0.key, $0.user.id.rawValue) < ($1.key, $1.user.id.rawValue) }
    return sorted.prefix(Limits.members).map(\.user)
  }
}

extension StoreContents {
  /// What a person is to a room.
  func person(
    _ user: UserID, in id: RoomID, _ tables: AccountTables
  ) throws -> PersonInRoom {
    guard let room = rooms[id] else {
      return PersonInRoom(user: User(id: user), standing: nil, powers: nil)
    }
    let member = try tables.member(user, of: room.number)
    return PersonInRoom(
      user: try member?.user ?? people.user(user, tables) ?? User(id: user),
      standing: member.flatMap { RoomPerson.Standing($0.membership) }, powers: room.shownPowers)
  }
}
