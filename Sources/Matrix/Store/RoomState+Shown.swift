import Controllers
import Models

/// What is needed to describe a room, beside its own state.
struct RoomSurroundings {
  let own: UserID
  let people: People
  let tables: AccountTables

  /// A person as the room names them; an invite's names soon become outdated.
  func user(_ id: UserID, in room: RoomState) throws -> User {
    let named = try tables.member(id, of: room.number)?.user
    let known = room.membership.isPending || named == nil ? try people.user(id, tables) : nil
    return known ?? named ?? User(id: id)
  }
}

extension RoomState {
  /// The room's row in the list.
  func room(
    directUser: UserID?, isReplaced: Bool, alerts: Room.Alerts, _ around: RoomSurroundings
  ) throws -> Room {
    let isInvite = membership == .invited
    let latest = try latestMessage(around.tables)
    return Room(
      id: id, membership: membership, name: name, alias: alias, topic: topic, avatar: avatar,
      heroes: try heroIDs(around).map { try around.user($0, in: self) },
      directUser: directUser ?? directInviter,
      inviter: isInvite ? try inviter.map { try around.user($0, in: self) } : nil,
      inviteReason: isInvite ? inviteReason : nil,
      replacement: replacement, isReplaced: isReplaced,
      isEncrypted: isEncrypted, isSpace: isSpace, joinedCount: joinedCount,
      invitedCount: invitedCount, unreadCount: unreadCount + threadUnread,
      threadUnreadCount: threadUnread, threadUnreadIsLeast: threadUnreadIsLeast && threadUnread > 0,
      ownUnreadIsLeast: unreadIsLeast && unreadCount > 0,
      mentionCount: mentionCount + threadMentions, isMarkedUnread: isMarkedUnread,
      isFavourite: isFavourite, isLowPriority: isLowPriority, alerts: alerts,
      mayAddRooms: shownPowers?.refusalToAddRooms(by: around.own) == nil,
      children: children.map(\.room),
      latestMessage: latest, latestSender: try latest.map { try around.user($0.sender, in: self) },
      lastActivity: lastActivity)
  }

  /// The newest message as the room's history shows it.
  private func latestMessage(_ tables: AccountTables) throws -> Message? {
    let line = unsent.isEmpty ? latestEvent : nil
    let stored = try line.flatMap { try tables.line($0, of: number) }?.message(in: id)
    guard let message = unsent.last ?? stored, !waitingChanges.isEmpty else {
      return unsent.last ?? stored
    }
    return try withWaiting([message], tables).first
  }

  /// True when the list names one of these people and the room itself has no name for them.
  func names(oneOf people: [UserID: User], _ tables: AccountTables) throws -> Bool {
    let shown = [unsent.last?.sender ?? latestSender, inviter].compactMap { $0 } + (heroes ?? [])
    return try shown.contains { person in
      guard people[person] != nil else { return false }
      return try membership.isPending || tables.member(person, of: number) == nil
    }
  }

  /// The people after whom to name the room: the server's choice, else up to five members.
  private func heroIDs(_ around: RoomSurroundings) throws -> [UserID] {
    if let heroes { return heroes.filter { $0 != around.own } }
    guard name?.visibleName == nil else { return [] }
    return try around.tables.present(in: number, besides: around.own, limit: 5)
  }
}
