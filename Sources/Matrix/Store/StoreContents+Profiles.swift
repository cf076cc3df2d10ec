import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// Applies the server's profile of a person in every room that shows them.
  ///
  /// A name chosen for one room stays there: only rooms that used the server's previous name
  /// follow.
  mutating func refresh(_ user: User, at time: Timestamp) -> StoreChanges {
    let former = refreshed[user.id]?.user ?? commonLook(of: user)
    people.merge(user)
    refreshed[user.id] = (user, time)
    var changes = StoreChanges(touchesProfiles: true)
    for (id, room) in rooms {
      guard let member = room.members[user.id]?.user, let former, member.looksLike(former)
      else { continue }
      rooms[id]?.members[user.id]?.user = member.merging(user)
      changes.rooms.insert(id)
    }
    changes.rooms.formUnion(roomsNamingNews)
    return changes
  }

  /// The presumed global profile of a person who was never requested.
  ///
  /// It is the new profile if any room uses it, else the one that most rooms use.
  private func commonLook(of user: User) -> User? {
    let looks = rooms.values.compactMap { $0.members[user.id]?.user }
    if looks.contains(where: user.looksLike) { return user }
    var counts: [User: Int] = [:]
    for look in looks { counts[User(id: user.id, look), default: 0] += 1 }
    let newest = people[user.id].map { User(id: user.id, $0) }
    return counts.max {
      ($0.value, $0.key == newest ? 1 : 0) < ($1.value, $1.key == newest ? 1 : 0)
    }?
    .key
  }

  /// Applies what a room's state says about one of its members.
  ///
  /// After the server was asked for a person, a name counts as their global one when most of their
  /// rooms use it. Until then every name is accepted, although it may be for this room alone.
  mutating func hear(of user: User, in room: RoomID) {
    let known = people[user.id]
    guard known.map({ $0.merging(user) != $0 }) ?? true else { return }
    if refreshed[user.id] != nil {
      let others = rooms.values.filter { $0.id != room && $0.isJoined(user.id) }
      let same = others.count { $0.members[user.id]?.user.looksLike(user) == true }
      guard 2 * (same + 1) > others.count + 1 else { return }
    }
    people.merge(user)
  }

  /// Applies a room's complete list of joined members.
  ///
  /// The list was requested after `news` member updates; later updates take precedence.
  mutating func setMembers(
    _ response: RawJoinedMembers, issues: JSONIssues = JSONIssues(), of id: RoomID, after news: Int
  ) -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    report(issues)
    let isNewest = room.memberNews == news
    for (user, member) in room.members where isNewest && member.membership == .join {
      if response.joined[user.rawValue] == nil { room.members[user]?.membership = .leave }
    }
    for (key, raw) in response.joined {
      guard let id = UserID(key) else { dropped += 1; continue }
      let user = User(
        id: id, displayName: raw.displayName?.nonEmpty(cutToBytes: Limits.name),
        avatar: raw.avatar.flatMap { MediaURI($0) }, nulls: .all)
      if isNewest || room.members[id] == nil {
        room.members[id] = Member(membership: .join, user: user)
      }
      people.meet(user)
    }
    room.hasAllMembers = true
    put(room)
    return StoreChanges(rooms: Set(roomsNamingNews).union([id]), touchesProfiles: true)
  }
}

extension User {
  /// The visible part of a person's profile, and nothing else.
  fileprivate init(id: UserID, _ look: User) {
    self.init(id: id, displayName: look.displayName, avatar: look.avatar, nulls: .all)
  }

  /// Whether both have the same name and picture.
  fileprivate func looksLike(_ other: User) -> Bool {
    displayName == other.displayName && avatar == other.avatar
  }
}
