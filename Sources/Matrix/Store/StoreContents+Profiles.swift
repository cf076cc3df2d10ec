import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// Takes over what the server says of a person, in every room that shows them.
  ///
  /// A name that a person chose for one room stays there, when the room's differed from what
  /// the server had said of them before.
  mutating func refresh(_ user: User, at time: Timestamp) -> StoreChanges {
    let before = refreshed[user.id]?.user
    let merged = (people[user.id] ?? user).merging(user)
    people[user.id] = merged
    refreshed[user.id] = (merged, time)
    var changes = StoreChanges(touchesProfiles: true)
    for (id, room) in rooms {
      guard let member = room.members[user.id], before == nil || Self.same(member.user, before)
      else { continue }
      rooms[id]?.members[user.id]?.user = member.user.merging(user)
      changes.rooms.insert(id)
    }
    changes.rooms.formUnion(rooms(previewing: [user.id]))
    return changes
  }

  private static func same(_ user: User, _ other: User?) -> Bool {
    user.displayName == other?.displayName && user.avatar == other?.avatar
  }

  /// Takes over the whole list of a room's joined members.
  mutating func setMembers(
    _ answer: RawJoinedMembers, issues: JSONIssues = JSONIssues(), of id: RoomID
  ) -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    report(issues)
    for (user, member) in room.members where member.membership == .join {
      if answer.joined[user.rawValue] == nil { room.members[user]?.membership = .leave }
    }
    var newPeople: Set<UserID> = []
    for (key, raw) in answer.joined {
      guard let id = UserID(key) else { dropped += 1; continue }
      let user = User(
        id: id, displayName: raw.displayName?.nonEmpty(cutToBytes: Limits.name),
        avatar: raw.avatar.flatMap { MediaURI($0) }, nulls: .all)
      room.members[id] = Member(membership: .join, user: user)
      if people[id] == nil {
        people[id] = user
        newPeople.insert(id)
      }
    }
    room.hasAllMembers = true
    put(room)
    let changed = Set(rooms(previewing: newPeople)).union([id])
    return StoreChanges(rooms: changed, touchesProfiles: true)
  }
}
