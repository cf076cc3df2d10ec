import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// Begins to apply a sync response, whose rooms follow in parts.
  ///
  /// An initial response describes the whole account: rooms that it omits are gone.
  mutating func begin(
    _ response: RawSyncResponse, issues: JSONIssues, isInitial: Bool, _ tables: AccountTables
  ) throws -> StoreChanges {
    var changes = StoreChanges()
    report(issues)
    if isInitial { try forgetRooms(notIn: response, &changes, tables) }
    for event in response.accountData where event.type == EventType.direct {
      try applyDirect(event.content, &changes, tables)
    }
    return changes
  }

  /// Applies the news of some rooms.
  mutating func apply(_ part: SyncPart, _ tables: AccountTables) throws -> StoreChanges {
    var changes = StoreChanges()
    for room in part.rooms {
      guard let id = RoomID(room.id) else { dropped += 1; continue }
      switch room.news {
      case .joined(let news, let isGapped):
        try apply(news, to: id, isGapped: isGapped, &changes, tables)
      case .invited(let news): try apply(news, to: id, &changes, tables)
      case .left(let news): try apply(news, to: id, &changes, tables)
      }
    }
    changes.rooms.formUnion(try roomsNamingNews(tables))
    changes.touchesProfiles = changes.touchesProfiles || !changes.rooms.isEmpty || !hasRooms
    return changes
  }

  private mutating func forgetRooms(
    notIn response: RawSyncResponse, _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    for id in rooms.keys
    where response.joined[id.rawValue] == nil && response.invited[id.rawValue] == nil {
      rooms[id]?.membership = .left
      changes.rooms.insert(id)
    }
    if !response.accountData.contains(where: { $0.type == EventType.direct }) {
      try applyDirect(.object([:]), &changes, tables)
    }
  }

  // MARK: - Rooms of each kind

  private mutating func apply(
    _ response: RawJoinedRoom, to id: RoomID, isGapped: Bool, _ changes: inout StoreChanges,
    _ tables: AccountTables
  ) throws {
    var room = self.room(id, or: .joined)
    let isNew = room.membership != .joined
    if isNew { try room.enter(tables) }
    room.apply(response.summary)
    room.apply(response.unread)
    for event in response.state { try applyState(event, to: &room, tables) }
    let isLimited = response.timeline?.isLimited == true
    try append(
      response.timeline, to: &room, isGapped: isGapped || isNew || isLimited, &changes, tables)
    for event in response.accountData where event.type == EventType.fullyRead {
      room.fullyRead = event.content["event_id"]?.string.flatMap { EventID($0) } ?? room.fullyRead
    }
    for event in response.ephemeral where event.type == EventType.receipt {
      room.applyReceipts(event.content, own: userID)
    }
    put(room)
    changes.rooms.insert(id)
  }

  private mutating func apply(
    _ response: RawInvitedRoom, to id: RoomID, _ changes: inout StoreChanges,
    _ tables: AccountTables
  ) throws {
    var room = RoomState(
      id: id, number: self.room(id, or: .invited).number, membership: .invited)
    try tables.removeMembers(of: room.number)
    room.isEncrypted = encrypted.contains(id)
    // Messages left unsent when the account left still wait for the user.
    room.unsent = rooms[id]?.unsent ?? []
    for event in response.state {
      guard let stateKey = event.stateKey else { continue }
      try room.apply(
        type: event.type, stateKey: stateKey, content: event.content, tables)
      guard event.type == EventType.member, let user = UserID(stateKey) else { continue }
      if user == userID {
        room.inviter = event.sender.flatMap { UserID($0) }
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
    let wasInvited = room.membership == .invited
    room.membership = .left
    room.unreadCount = 0
    room.mentionCount = 0
    for event in response.state { try applyState(event, to: &room, tables) }
    if !wasInvited {
      try append(
        response.timeline, to: &room, isGapped: response.timeline?.isLimited == true, &changes,
        tables)
    }
    put(room)
    changes.rooms.insert(id)
  }

  // MARK: - Events

  private mutating func applyState(
    _ event: RawEvent, to room: inout RoomState, _ tables: AccountTables
  ) throws {
    guard let stateKey = event.stateKey else { return }
    try room.apply(type: event.type, stateKey: stateKey, content: event.content, tables)
    if event.type == EventType.member, let user = UserID(stateKey),
      let member = try tables.member(user, of: room.number), member.membership == .join
    {
      try hear(of: member.user, in: room, tables)
    }
  }

  private mutating func append(
    _ timeline: RawTimeline?, to room: inout RoomState, isGapped: Bool,
    _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws {
    guard let timeline else { return }
    var events: [StoredEvent] = []
    for event in timeline.events {
      try applyState(event, to: &room, tables)
      if let event = StoredEvent(event) { events.append(event) } else { dropped += 1 }
    }
    let (new, mayMiss) = try tables.append(
      events, to: room.number, previousBatch: timeline.previousBatch, isGapped: isGapped,
      sent: sent)
    room.note(events, new: new)
    if isGapped { room.hasAllMembers = false }
    if mayMiss { room.unsent.removeAll { $0.eventID != nil } }
    takeEchoes(of: events, in: &room, &changes)
  }

  /// Finds this device's messages among new events and removes them from the unsent ones.
  private mutating func takeEchoes(
    of events: [StoredEvent], in room: inout RoomState, _ changes: inout StoreChanges
  ) {
    for line in events.compactMap(\.line) where line.sender == userID {
      guard let transaction = line.transaction ?? sent[line.eventID] else { continue }
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
  fileprivate mutating func enter(_ tables: AccountTables) throws {
    var fresh = RoomState(id: id, number: number, membership: .joined)
    fresh.isEncrypted = isEncrypted
    fresh.unsent = unsent
    fresh.latestEvent = latestEvent
    fresh.latestSender = latestSender
    fresh.lastActivity = lastActivity
    try tables.removeMembers(of: number)
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
}
