import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// Begins to apply a response, whose rooms follow in parts.
  mutating func begin(_ news: SyncNews, _ tables: AccountTables) throws -> StoreChanges {
    var changes = StoreChanges()
    report(news.issues)
    countsUnread = news.token.kind == .sliding
    if let present = news.present { forgetRooms(besides: present, news.rooms, &changes) }
    if let direct = news.accountData.last(where: { $0.type == EventType.direct }) {
      try applyDirect(direct.content, &changes, tables)
    } else if news.hasAllAccountData {
      try applyDirect(.object([:]), &changes, tables)
    }
    if let ignored = news.accountData.last(where: { $0.type == EventType.ignoredUsers }) {
      try applyIgnored(ignored.content, &changes, tables)
    } else if news.hasAllAccountData {
      try applyIgnored([:], &changes, tables)
    }
    if let content = news.accountData.last(where: { $0.type == EventType.pushRules })?.content,
      let rules = AccountRules(content)
    {
      try applyRules(rules, &changes, tables)
    }
    return changes
  }

  /// Applies the news of some rooms.
  mutating func apply(_ part: SyncPart, _ tables: AccountTables) throws -> StoreChanges {
    var changes = StoreChanges()
    for room in part.rooms {
      guard let id = RoomID(room.id) else { dropped += 1; continue }
      switch room.news {
      case .joined(let news): try apply(news, to: id, &changes, tables)
      case .invited(let news):
        let isNew = rooms[id]?.membership != .invited
        try apply(news.state, of: .invited, to: id, &changes, tables)
        if hasSynced, isNew { changes.arrivals += try invite(to: id, tables) }
      case .asking(let news): try apply(news.state, of: .asking, to: id, &changes, tables)
      case .left(let news): try apply(news, to: id, &changes, tables)
      case .markers(let lists): try apply(markers: lists, to: id, &changes, tables)
      }
    }
    if let end = part.end { try placeRooms(isWhole: end == .whole, &changes, tables) }
    changes.rooms.formUnion(roomsReplaced(byOneOf: changes.rooms))
    changes.rooms.formUnion(try roomsNamingNews(tables))
    changes.touchesProfiles = changes.touchesProfiles || !changes.rooms.isEmpty || !hasRooms
    return changes
  }

  /// Marks the rooms as left in which the account no longer is.
  private mutating func forgetRooms(
    besides present: Set<String>, _ news: [RoomNews], _ changes: inout StoreChanges
  ) {
    let told = Set(news.lazy.filter(\.tellsMembership).map(\.id))
    for (id, room) in rooms
    where room.membership != .left && !present.contains(id.rawValue) && !told.contains(id.rawValue)
    {
      rooms[id]?.membership = .left
      changes.rooms.insert(id)
    }
  }

  // MARK: - Rooms of each kind

  private mutating func apply(
    _ news: JoinedNews, to id: RoomID, _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    var room = self.room(id, or: .joined)
    let isNew = room.membership != .joined
    if isNew { try room.enter(tables) }
    let response = news.room
    room.apply(response.summary)
    room.applyStamp(of: news)
    if !news.hasCurrentState { try applyState(response.state, to: &room, tables) }
    let events = try append(
      response.timeline, to: &room, isGapped: news.isGapped || isNew,
      repeatsOldState: news.hasCurrentState, &changes, tables)
    if news.hasCurrentState { try applyState(response.state, to: &room, tables) }
    try name(news.heroes, in: room, tables)
    try room.applyMarkers([response.accountData, response.ephemeral], own: userID, tables)
    try applyCounts(response.unread, threads: response.unreadThreads, to: &room, tables)
    put(room)
    if room.bumpStamp != nil, room.bumpTime == nil, news.bumpStamp != nil { unplaced.insert(id) }
    changes.rooms.insert(id)
    if hasSynced, !isNew { changes.arrivals += try arrivals(events, in: room, tables) }
  }

  private mutating func apply(
    markers lists: [RawBareEvents], to id: RoomID, _ changes: inout StoreChanges,
    _ tables: AccountTables
  ) throws {
    guard var room = rooms[id], room.membership == .joined else { return }
    try room.applyMarkers(lists, own: userID, tables)
    try applyCounts(nil, to: &room, tables)
    put(room)
    changes.rooms.insert(id)
  }

  /// Takes over what the server tells of a room that the account is not in yet.
  private mutating func apply(
    _ state: RawBareEvents, of membership: Room.Membership, to id: RoomID,
    _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    var room = RoomState(
      id: id, number: self.room(id, or: membership).number, membership: membership)
    try tables.removeMembers(of: room.number)
    room.isEncrypted = encrypted.contains(id)
    // Messages left unsent when the account left still wait for the user.
    room.unsent = rooms[id]?.unsent ?? []
    for event in state {
      guard let stateKey = event.stateKey else { continue }
      try room.apply(
        type: event.type, stateKey: stateKey, content: event.content, tables)
      guard event.type == EventType.member, let user = UserID(stateKey) else { continue }
      if user == userID, membership == .invited {
        room.inviter = event.sender.flatMap { UserID($0) }
        room.inviteReason = event.content["reason"]?.string?.nonEmpty(cutToBytes: Limits.name)
        room.isDirectInvite = event.content["is_direct"]?.boolean ?? false
      }
      if let member = try tables.member(user, of: room.number) {
        try people.meet(member.user, tables)
      }
    }
    put(room)
    changes.rooms.insert(id)
  }

  private mutating func apply(
    _ response: RawLeftRoom, to id: RoomID, _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    guard var room = rooms[id] else { return }
    let before = room
    room.membership = .left
    (room.unreadCount, room.mentionCount) = (0, 0)
    (room.threadUnread, room.threadMentions) = (0, 0)
    try applyState(response.state, to: &room, tables)
    if !before.membership.isPending {
      try append(
        response.timeline, to: &room, isGapped: response.timeline?.isLimited == true,
        repeatsOldState: false, &changes, tables)
    }
    put(room)
    changes.rooms.insert(id)
    // The news may have named who did it.
    if let removal = try removal(in: response, from: before, tables) {
      changes.removals.append(removal)
    }
  }
}
