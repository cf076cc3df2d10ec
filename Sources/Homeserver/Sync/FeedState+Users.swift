extension FeedState {
  /// When the timer must call; nil when it calls early enough already.
  mutating func takeNextCall() -> Int64? {
    guard let next = deadlines.next, nextCall.map({ next < $0 }) ?? true else { return nil }
    nextCall = next
    return next
  }

  /// What waiting comes to at once; nil when there is something to wait for.
  func outcome(
    for requester: Requester, after token: StreamToken, started: Int64
  ) -> WaitOutcome? {
    if Task.isCancelled { return .timeout }
    if let ended = endedDevices[requester], ended > started { return .signedOut }
    guard let user = users[requester.user], user.joined != nil else { return .changed }
    return user.last > token.position || user.typing > token.typing ? .changed : nil
  }

  mutating func install(
    joined: Set<RoomID>, ignoresNobody: Bool, of user: UserID, at position: Int64
  ) {
    if users[user]?.dataChanged ?? .max <= position { users[user]?.ignoresNobody = ignoresNobody }
    // What was dropped from the list since the file was read might have concerned the user.
    guard let entry = users[user], entry.joined == nil, events.floor <= position else { return }
    users[user]?.joined = []
    users[user]?.since = max(entry.since, position)
    for room in joined { setJoined(user, room, true) }
    for recent in events.after(position)
    where recent.event.type == "m.room.member" && recent.event.stateKey == user.rawValue {
      setJoined(user, recent.event.room, (try? recent.event.membership()) == .join)
    }
    // What came meanwhile is looked for once more.
    users[user]?.last = max(entry.last, self.position)
    users[user]?.typing = typing.last
  }

  mutating func install(
    _ unread: UnreadIndex?, read: Int64, of user: UserID, in room: RoomID, at position: Int64
  ) {
    guard users[user]?.joined?.contains(room) == true, users[user]?.personal ?? .max <= position,
      events.floor <= position, receipts.floor <= position
    else { return }
    if var unread, rooms[room]?.unread == nil {
      for recent in events.after(position) where recent.event.room == room {
        unread.append(recent.event)
      }
      rooms[room]?.unread = unread
    }
    var read = read
    for receipt in receipts.after(position) where receipt.room == room && receipt.user == user {
      guard receipt.thread.isEmpty || receipt.thread == "main" else { continue }
      read = max(read, receipt.eventPosition)
    }
    users[user]?.reads[room] = read
  }

  func changes(for user: UserID, since token: StreamToken, boot: String) -> RecentChanges {
    guard let entry = users[user], let joined = entry.joined, token.boot == boot,
      entry.ignoresNobody
    else { return .unknown }
    let end = StreamToken(
      position: max(position, token.position), typing: typing.last, boot: boot)
    guard token.position >= entry.since, token.typing <= typing.last else { return .unknown }
    guard entry.last > token.position || entry.typing > token.typing else { return .nothing(end) }
    guard entry.personal <= token.position, events.floor <= token.position,
      receipts.floor <= token.position
    else { return .unknown }
    var found = RecentRooms(user: user, joined: joined, end: end.position)
    for event in events.after(token.position) { found.add(event) }
    for receipt in receipts.after(token.position) { found.add(receipt) }
    if entry.typing > token.typing {
      for room in joined {
        guard let users = typing.users(in: room, changedAfter: token.typing) else { continue }
        found.add(users, typingIn: room)
      }
    }
    return count(found.rooms, for: user, entry, end)
  }

  private func count(
    _ found: [RecentRoom], for user: UserID, _ entry: UserFeed, _ end: StreamToken
  ) -> RecentChanges {
    var found = found
    var missing: [RoomID] = []
    for index in found.indices {
      let room = found[index].room
      guard let unread = rooms[room]?.unread, let read = entry.reads[room] else {
        missing.append(room)
        continue
      }
      guard let count = unread.count(for: user, readThrough: read) else { return .unknown }
      found[index].unread = count
    }
    return missing.isEmpty ? .rooms(found, end) : .missingCounts(missing)
  }
}

/// Collects what happened by room.
private struct RecentRooms {
  let user: UserID
  let joined: Set<RoomID>
  let end: Int64
  private(set) var rooms: [RecentRoom] = []
  private var indices: [RoomID: Int] = [:]

  init(user: UserID, joined: Set<RoomID>, end: Int64) {
    self.user = user
    self.joined = joined
    self.end = end
  }

  private mutating func index(of room: RoomID) -> Int? {
    if let index = indices[room] { return index }
    guard joined.contains(room) else { return nil }
    indices[room] = rooms.count
    rooms.append(RecentRoom(room: room, end: end))
    return rooms.count - 1
  }

  mutating func add(_ event: RecentEvent) {
    guard let index = index(of: event.event.room) else { return }
    rooms[index].events.append(event)
  }

  mutating func add(_ receipt: ReceiptChange) {
    guard receipt.kind == .read || receipt.user == user, let index = index(of: receipt.room) else {
      return
    }
    rooms[index].receipts.append(receipt)
  }

  mutating func add(_ users: [UserID], typingIn room: RoomID) {
    guard let index = index(of: room) else { return }
    rooms[index].typing = users
  }
}
