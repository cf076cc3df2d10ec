import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// Applies one sync response.
  ///
  /// An initial response describes the whole account: rooms that it omits are gone. Histories of
  /// rooms in `watched` are not shortened, because somebody may look at their old lines.
  mutating func apply(
    _ response: RawSyncResponse, issues: JSONIssues = JSONIssues(), isInitial: Bool,
    watched: Set<RoomID> = []
  ) -> StoreChanges {
    var changes = StoreChanges()
    report(issues)
    if isInitial { forgetRooms(notIn: response, &changes) }
    for event in response.accountData where event.type == EventType.direct {
      applyDirect(event.content, &changes)
    }
    for (id, joined) in response.joined {
      guard let id = RoomID(id) else { dropped += 1; continue }
      apply(joined, to: id, isInitial: isInitial, isWatched: watched.contains(id), &changes)
    }
    for (id, invited) in response.invited {
      guard let id = RoomID(id) else { dropped += 1; continue }
      apply(invited, to: id, &changes)
    }
    for (id, left) in response.left {
      guard let id = RoomID(id) else { dropped += 1; continue }
      apply(left, to: id, &changes)
    }
    changes.rooms.formUnion(roomsNamingNews)
    changes.touchesProfiles = changes.touchesProfiles || !changes.rooms.isEmpty || !hasSynced
    hasSynced = true
    return changes
  }

  private mutating func forgetRooms(notIn response: RawSyncResponse, _ changes: inout StoreChanges)
  {
    for id in rooms.keys
    where response.joined[id.rawValue] == nil && response.invited[id.rawValue] == nil {
      rooms[id]?.membership = .left
      changes.rooms.insert(id)
    }
    if !response.accountData.contains(where: { $0.type == EventType.direct }) {
      applyDirect(.object([:]), &changes)
    }
  }

  /// Applies the account's list of direct chats.
  mutating func applyDirect(_ content: JSONValue, _ changes: inout StoreChanges) {
    let before = Set(direct.values.joined())
    setDirect(content)
    changes.rooms.formUnion(before.symmetricDifference(direct.values.joined()))
    changes.touchesProfiles = true
  }

  // MARK: - Rooms of each kind

  private mutating func apply(
    _ response: RawJoinedRoom, to id: RoomID, isInitial: Bool, isWatched: Bool,
    _ changes: inout StoreChanges
  ) {
    var room = self.room(id, or: .joined)
    let isNew = room.membership != .joined
    if isNew { room.enter() }
    room.apply(response.summary)
    room.apply(response.unread)
    for event in response.state { applyState(event, to: &room) }
    let isGapped = isInitial || isNew || response.timeline?.isLimited == true
    append(response.timeline, to: &room, isGapped: isGapped, &changes)
    for event in response.accountData where event.type == EventType.fullyRead {
      room.fullyRead = event.content["event_id"]?.string.flatMap { EventID($0) } ?? room.fullyRead
    }
    for event in response.ephemeral where event.type == EventType.receipt {
      room.applyReceipts(event.content, own: userID)
    }
    room.bound(isWatched: isWatched)
    put(room)
    changes.rooms.insert(id)
  }

  private mutating func apply(
    _ response: RawInvitedRoom, to id: RoomID, _ changes: inout StoreChanges
  ) {
    var room = RoomState(id: id, membership: .invited)
    room.isEncrypted = encrypted.contains(id)
    // Messages left unsent when the account left still wait for the user.
    room.unsent = rooms[id]?.unsent ?? []
    for event in response.state {
      guard let stateKey = event.stateKey else { continue }
      room.apply(type: event.type, stateKey: stateKey, content: event.content)
      if event.type == EventType.member, stateKey == userID.rawValue {
        room.inviter = event.sender.flatMap { UserID($0) }
        room.isDirectInvite = event.content["is_direct"]?.boolean ?? false
      }
    }
    for member in room.members.values { people.meet(member.user) }
    put(room)
    changes.rooms.insert(id)
  }

  private mutating func apply(
    _ response: RawLeftRoom, to id: RoomID, _ changes: inout StoreChanges
  ) {
    guard var room = rooms[id] else { return }
    let wasInvited = room.membership == .invited
    room.membership = .left
    room.unreadCount = 0
    room.mentionCount = 0
    for event in response.state { applyState(event, to: &room) }
    if !wasInvited {
      append(
        response.timeline, to: &room, isGapped: response.timeline?.isLimited == true, &changes)
    }
    put(room)
    changes.rooms.insert(id)
  }

  // MARK: - Events

  private mutating func applyState(_ event: RawEvent, to room: inout RoomState) {
    guard let stateKey = event.stateKey else { return }
    room.apply(type: event.type, stateKey: stateKey, content: event.content)
    if event.type == EventType.member, let user = UserID(stateKey),
      let member = room.members[user], member.membership == .join
    {
      hear(of: member.user, in: room.id)
    }
  }

  private mutating func append(
    _ timeline: RawTimeline?, to room: inout RoomState, isGapped: Bool,
    _ changes: inout StoreChanges
  ) {
    guard let timeline else { return }
    var events: [TimelineItem.Event] = []
    for event in timeline.events {
      applyState(event, to: &room)
      if let item = TimelineItem.Event(event) { events.append(item) } else { dropped += 1 }
    }
    let mayMiss = room.history.append(
      events, previousBatch: timeline.previousBatch, isGapped: isGapped)
    if isGapped { room.hasAllMembers = false }
    if mayMiss {
      room.isPaged = false
      room.unsent.removeAll { $0.eventID != nil }
    }
    takeEchoes(of: events, in: &room, &changes)
  }

  /// Finds this device's messages among new events and removes them from the unsent ones.
  private mutating func takeEchoes(
    of events: [TimelineItem.Event], in room: inout RoomState, _ changes: inout StoreChanges
  ) {
    for event in events {
      guard case .line(let line, _) = event.item, line.sender == userID,
        let transaction = line.transaction ?? sent[line.eventID]
      else { continue }
      room.unsent.removeAll { $0.id == Message.ID(transaction) }
      let message = Message(
        id: Message.ID(transaction), roomID: room.id, sender: line.sender,
        timestamp: line.timestamp, content: line.content, eventID: line.eventID)
      changes.echoes.append(.init(transaction: transaction, message: message))
    }
  }
}

extension RoomState {
  /// Resets a room that the account was not in before.
  fileprivate mutating func enter() {
    var fresh = RoomState(id: id, membership: .joined)
    fresh.isEncrypted = isEncrypted
    fresh.unsent = unsent
    self = fresh
  }

  fileprivate mutating func apply(_ summary: RawRoomSummary?) {
    guard let summary else { return }
    if let heroes = summary.heroes { self.heroes = heroes.prefix(5).compactMap { UserID($0) } }
    if let count = summary.joinedCount { joinedCount = max(0, count) }
    if let count = summary.invitedCount { invitedCount = max(0, count) }
  }

  fileprivate mutating func apply(_ counts: RawUnreadCounts?) {
    guard let counts else { return }
    if let count = counts.notifications { unreadCount = max(0, count) }
    if let count = counts.highlights { mentionCount = max(0, count) }
  }

  /// Finds the account's own receipt; ignores receipts for threads other than the main one.
  fileprivate mutating func applyReceipts(_ content: JSONValue, own: UserID) {
    for member in content.object ?? [:] {
      for kind in ["m.read", "m.read.private"] {
        guard let receipt = member.value[kind]?[own.rawValue] else { continue }
        let thread = receipt["thread_id"]?.string
        if thread == nil || thread == "main" { readReceipt = EventID(member.key) ?? readReceipt }
      }
    }
  }

  /// Bounds the memory without dropping what somebody may look at.
  fileprivate mutating func bound(isWatched: Bool) {
    if !isWatched { isPaged = false }
    let factor = isWatched ? 2 : 1
    guard !isPaged,
      history.lines.count > Limits.lines * factor || history.byteCount > Limits.history * factor
    else { return }
    history.trim(to: Limits.lines)
  }
}
