import Controllers
import MatrixWire
import ModelKit
import Models

// MARK: - State and events

extension StoreContents {
  mutating func applyState(
    _ events: some Sequence<RawEvent>, to room: inout RoomState, _ tables: AccountTables
  ) throws {
    for event in events {
      guard let stateKey = event.stateKey else { continue }
      if event.type == EventType.member, stateKey == userID.rawValue {
        room.noteComing(event, of: userID)
      }
      try room.apply(type: event.type, stateKey: stateKey, content: event.content, tables)
      if stateKey.isEmpty { applyPower(event, to: &room) }
      if event.type == EventType.spaceChild { room.apply(child: event) }
      if event.type == EventType.member, let user = UserID(stateKey),
        let member = try tables.member(user, of: room.number), member.membership == .join
      {
        try hear(of: member.user, in: room, tables)
      }
    }
  }

  private func applyPower(_ event: RawEvent, to room: inout RoomState) {
    switch event.type {
    case EventType.create:
      room.creators = RoomPower.creators(event.content, sender: event.sender)
      room.isOwnCreation = room.creators.contains(userID)
    case EventType.powerLevels:
      room.powers = RoomPowers(event.content)
      room.canRemoveOthers = RoomPower.allows(userID, by: event.content)
      room.pollEnders = RoomPower.pollEnders(event.content)
      room.roomNotifiers = RoomPower.roomNotifiers(event.content)
      room.canPin = RoomPower.allowsState(EventType.pinnedEvents, by: userID, event.content)
    default: break
    }
  }

  /// Takes over the names of people after whom a room is named and whose state it may lack.
  mutating func name(
    _ heroes: [User], in room: RoomState, _ tables: AccountTables
  ) throws {
    for hero in heroes {
      if var member = try tables.member(hero.id, of: room.number) {
        member.user = member.user.merging(hero)
        try tables.set(member, in: room.number)
      }
      try hear(of: hero, in: room, tables)
    }
  }

  /// Adds events to a room's history.
  ///
  /// - Parameter repeatsOldState: Whether known events may be among them, whose state is outdated.
  /// - Returns: The events that were not known, oldest first.
  @discardableResult
  mutating func append(
    _ timeline: RawTimeline?, to room: inout RoomState, isGapped: Bool, repeatsOldState: Bool,
    _ changes: inout StoreChanges, _ tables: AccountTables
  ) throws -> [StoredEvent] {
    guard let timeline else { return [] }
    let raw = Array(timeline.events)
    let events = raw.compactMap { StoredEvent($0) }
    dropped += raw.count - events.count
    let added = try tables.append(
      events, to: room.number, previousBatch: timeline.previousBatch, isGapped: isGapped,
      sent: sent)
    try applyState(repeatsOldState ? added.new.map(\.raw) : raw, to: &room, tables)
    if raw.contains(where: \.enablesEncryption) { room.isEncrypted = true }
    room.noteBump(in: events)
    try room.noteHistory(newest: events.last, own: userID, ignored: ignored, tables)
    try noteThreads(of: events, in: room, tables)
    if isGapped { room.hasAllMembers = false }
    if added.mayMiss {
      room.unsent.removeAll { $0.eventID != nil }
      room.waitingChanges.removeAll { $0.eventID != nil }
    }
    room.dropChanges(madeBy: events)
    takeEchoes(of: events, in: &room, &changes)
    return added.new
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
