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
    people.merge(user)
    refreshed[user.id] = (user, time)
    var changes = StoreChanges(touchesProfiles: true)
    for (id, room) in rooms {
      guard let member = room.members[user.id], before.map(member.user.looksLike) ?? true
      else { continue }
      rooms[id]?.members[user.id]?.user = member.user.merging(user)
      changes.rooms.insert(id)
    }
    changes.rooms.formUnion(roomsNamingNews)
    return changes
  }

  /// Takes over what the state of a room says of one of its members, who was called `before` there.
  ///
  /// A new name is the person's, unless they have another one here than elsewhere: once the
  /// server was asked for them, a room that called them neither as it nor as others do speaks for
  /// itself alone.
  mutating func hear(of user: User, before: User?) {
    let known = people[user.id]
    if let word = refreshed[user.id]?.user, let known {
      guard let before, before.looksLike(known) || before.looksLike(word) else { return }
    }
    if known.map({ $0.merging(user) != $0 }) ?? true { people.merge(user) }
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
    for (key, raw) in answer.joined {
      guard let id = UserID(key) else { dropped += 1; continue }
      let user = User(
        id: id, displayName: raw.displayName?.nonEmpty(cutToBytes: Limits.name),
        avatar: raw.avatar.flatMap { MediaURI($0) }, nulls: .all)
      room.members[id] = Member(membership: .join, user: user)
      people.meet(user)
    }
    room.hasAllMembers = true
    put(room)
    return StoreChanges(rooms: Set(roomsNamingNews).union([id]), touchesProfiles: true)
  }
}

extension User {
  /// Whether both have the same name and picture.
  fileprivate func looksLike(_ other: User) -> Bool {
    displayName == other.displayName && avatar == other.avatar
  }
}
