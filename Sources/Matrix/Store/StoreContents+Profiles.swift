import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// Applies the server's profile of a person in every room that shows them.
  ///
  /// A name chosen for one room stays there: only rooms that used the server's previous name
  /// follow.
  mutating func refresh(
    _ user: User, at time: Timestamp, _ tables: AccountTables
  ) throws -> StoreChanges {
    let members = try tables.memberships(of: user.id)
    let former = try refreshed[user.id]?.user ?? commonLook(of: user, in: members, tables)
    try people.merge(user, tables)
    refreshed[user.id] = (user, time)
    var changes = StoreChanges(touchesProfiles: true)
    for (number, var member) in members {
      guard let id = roomIDs[number], let former, member.user.looksLike(former) else { continue }
      member.user = member.user.merging(user)
      try tables.set(member, in: number)
      changes.rooms.insert(id)
    }
    changes.rooms.formUnion(try roomsNamingNews(tables))
    return changes
  }

  /// The presumed global profile of a person who was never requested.
  ///
  /// It is the new profile if any room uses it, else the one that most rooms use.
  private func commonLook(
    of user: User, in members: [Int64: Member], _ tables: AccountTables
  ) throws -> User? {
    let looks = members.values.map(\.user)
    if looks.contains(where: user.looksLike) { return user }
    var counts: [User: Int] = [:]
    for look in looks { counts[User(id: user.id, look), default: 0] += 1 }
    let newest = try people.user(user.id, tables).map { User(id: user.id, $0) }
    return counts.max {
      ($0.value, $0.key == newest ? 1 : 0) < ($1.value, $1.key == newest ? 1 : 0)
    }?
    .key
  }

  /// Applies what a room's state says about one of its members.
  ///
  /// After the server was asked for a person, a name counts as their global one when most of their
  /// rooms use it. Until then every name is accepted, although it may be for this room alone.
  mutating func hear(of user: User, in room: RoomState, _ tables: AccountTables) throws {
    let known = try people.user(user.id, tables)
    guard known.map({ $0.merging(user) != $0 }) ?? true else { return }
    if refreshed[user.id] != nil {
      let others = try tables.memberships(of: user.id).filter {
        $0.key != room.number && $0.value.membership == .join
      }
      let same = others.values.count { $0.user.looksLike(user) }
      guard 2 * (same + 1) > others.count + 1 else { return }
    }
    try people.merge(user, tables)
  }

  /// Applies a room's complete lists of joined members and of those who are invited.
  ///
  /// The lists were requested after `news` member updates; later updates take precedence.
  mutating func setMembers(
    _ response: RawJoinedMembers, invited: RawEvents = [], issues: JSONIssues = JSONIssues(),
    of id: RoomID, after news: Int, _ tables: AccountTables
  ) throws -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    report(issues)
    let isNewest = room.memberNews == news
    if isNewest {
      for user in try tables.joinedMembers(of: room.number)
      where response.joined[user.id.rawValue] == nil {
        try tables.set(Member(membership: .leave, user: user), in: room.number)
      }
    }
    for (key, raw) in response.joined {
      guard let id = UserID(key) else { dropped += 1; continue }
      let user = User(
        id: id, displayName: raw.displayName?.nonEmpty(cutToBytes: Limits.name),
        avatar: raw.avatar.flatMap { MediaURI($0) }, nulls: .all)
      if try isNewest || tables.member(id, of: room.number) == nil {
        try tables.set(Member(membership: .join, user: user), in: room.number)
      }
      try people.meet(user, tables)
    }
    for event in invited {
      guard let id = event.stateKey.flatMap({ UserID($0) }),
        let member = Member(id, content: event.content), member.membership == .invite
      else { continue }
      if try isNewest || tables.member(id, of: room.number) == nil {
        try tables.set(member, in: room.number)
      }
      try people.meet(member.user, tables)
    }
    room.hasAllMembers = true
    put(room)
    return StoreChanges(
      rooms: Set(try roomsNamingNews(tables)).union([id]), touchesProfiles: true)
  }
}

// MARK: - What is shown

extension StoreContents {
  /// The profile of a person.
  func profile(of user: UserID, _ tables: AccountTables) throws -> Profile {
    let meeting = meetingRooms
    let shared = try user == userID ? meeting : roomsShared(with: user, among: meeting, tables)
    return Profile(
      user: try people.user(user, tables) ?? User(id: user),
      friendCount: try friendCount(of: user, sharing: shared, tables),
      commonRooms: try shared.map { try value(of: $0, tables).restricted(to: .named) }
        .sorted { $0.id.rawValue < $1.id.rawValue },
      refreshedAt: refreshed[user]?.at)
  }

  /// What the store knows of a person's place in a room is newer than what the server said.
  private func roomsShared(
    with user: UserID, among rooms: [RoomState], _ tables: AccountTables
  ) throws -> [RoomState] {
    guard let told = mutualRooms[user] else {
      let joined = try tables.joinedRooms(of: user)
      return rooms.filter { joined.contains($0.number) }
    }
    let members = try tables.memberships(of: user)
    return rooms.filter { room in
      members[room.number].map { $0.membership == .join } ?? told.contains(room.id)
    }
  }

  /// The distinct people in the account's direct chats.
  var friends: [UserID] {
    direct.filter { $0.key != userID && !$0.value.isEmpty }.map(\.key)
  }

  /// Joined rooms in which people meet: all but spaces.
  var meetingRooms: [RoomState] {
    rooms.values.filter { $0.membership == .joined && !$0.isSpace }
  }

  private func friendCount(
    of user: UserID, sharing shared: [RoomState], _ tables: AccountTables
  ) throws -> Int? {
    guard hasRooms else { return nil }
    guard user != userID else { return friends.count }
    guard meetingRooms.allSatisfy(\.hasAllMembers) else { return nil }
    let numbers = Set(shared.map(\.number))
    return try friends.count { friend in
      try friend != user && !numbers.isDisjoint(with: tables.joinedRooms(of: friend))
    }
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
