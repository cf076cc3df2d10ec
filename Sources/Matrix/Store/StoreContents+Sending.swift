import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// Shows a message at the end of its room or before `next`, or updates its state.
  mutating func setUnsent(_ message: Message, before next: Message.ID? = nil) -> StoreChanges {
    var room = self.room(message.roomID, or: .left)
    if let index = room.unsent.firstIndex(where: { $0.id == message.id }) {
      room.unsent[index] = message
    } else {
      let place = room.unsent.firstIndex { $0.id == next }
      room.unsent.insert(message, at: place ?? room.unsent.endIndex)
    }
    put(room)
    return StoreChanges(rooms: [message.roomID])
  }

  /// Removes a message from the end of its room.
  mutating func removeUnsent(_ id: Message.ID, in room: RoomID) -> StoreChanges {
    rooms[room]?.unsent.removeAll { $0.id == id }
    rooms[room]?.waitingChanges.removeAll { $0.id == id }
    return StoreChanges(rooms: [room])
  }

  /// Records that the server has a message; it stays at the end until a sync delivers it.
  mutating func confirm(
    _ transaction: TransactionID, as event: EventID, in id: RoomID, _ tables: AccountTables
  ) throws -> StoreChanges {
    sent[event] = transaction
    guard var room = rooms[id] else { return StoreChanges() }
    try tables.set(transaction, of: event, in: room.number)
    if let index = room.unsent.firstIndex(where: { $0.id == Message.ID(transaction) }) {
      room.unsent[index] = room.unsent[index].with {
        $0.eventID = event
        $0.delivery = .sent
      }
    }
    if let index = room.waitingChanges.firstIndex(where: { $0.id == Message.ID(transaction) }) {
      room.waitingChanges[index].eventID = event
    }
    put(room)
    return StoreChanges(rooms: [id])
  }
}

/// A place in a room's history where events are missing.
struct HistoryGap: Hashable, Sendable {
  /// The chunk that follows.
  let chunk: Int64
  /// The token for the events before it; nil to request the newest events.
  let token: String?

  init(_ chunk: Chunk) {
    self.chunk = chunk.number
    token = chunk.token == Chunk.noToken ? nil : chunk.token
  }
}

extension StoreContents {
  /// Where events are missing, from a message on backwards; nil when none are.
  func gap(
    in id: RoomID, before message: Message.ID?, _ tables: AccountTables
  ) throws -> HistoryGap? {
    guard let room = rooms[id], room.membership != .invited else { return nil }
    let position = try message.flatMap { try tables.position(of: $0, in: room.number) }
    return try tables.gappedChunk(of: room.number, before: position).map(HistoryGap.init)
  }

  /// The gap before a chunk; nil when nothing is missing there.
  func gap(after chunk: Int64, in id: RoomID, _ tables: AccountTables) throws -> HistoryGap? {
    guard let room = rooms[id] else { return nil }
    let found = try tables.gappedChunk(of: room.number, before: EventPosition.start(of: chunk))
    return found?.number == chunk ? found.map(HistoryGap.init) : nil
  }

  /// Whether the store has messages before one of them, without a gap in between.
  func hasOlder(
    in id: RoomID, than message: Message.ID?, _ tables: AccountTables
  ) throws -> Bool {
    guard let message, let room = rooms[id],
      let position = try tables.position(of: message, in: room.number)
    else { return false }
    return try tables.hasLine(in: room.number, before: position)
  }

  /// Adds a page of older events, or a part of it.
  mutating func prepend(
    _ page: HistoryPage, to id: RoomID, _ tables: AccountTables
  ) throws -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    report(page.issues)
    try fillMembers(from: page.state, in: room, tables)
    if [page.events, page.state].joined().contains(where: \.enablesEncryption) {
      room.isEncrypted = true
    }
    let events = page.events.compactMap { StoredEvent($0) }
    dropped += page.events.count - events.count
    let new = try tables.prepend(
      events, to: room.number, chunk: page.gap.chunk, from: page.gap.token ?? Chunk.noToken,
      end: page.end, isLast: page.isLast, sent: sent)
    try room.noteHistory(newest: room.newestEvent == nil ? new.first : nil, tables)
    try noteThreads(of: events, in: room, tables)
    try applyCounts(nil, to: &room, tables)
    put(room)
    return StoreChanges(rooms: [id])
  }

  /// Takes over members from the state of a page of history.
  ///
  /// It belongs to the page's own time, so it only fills what is unknown.
  mutating func fillMembers(
    from state: RawEvents, in room: RoomState, _ tables: AccountTables
  ) throws {
    for event in state where event.type == EventType.member {
      guard let user = event.stateKey.flatMap({ UserID($0) }),
        try tables.member(user, of: room.number) == nil,
        let member = Member(user, content: event.content)
      else { continue }
      try tables.set(member, in: room.number)
      try people.meet(member.user, tables)
    }
  }

  /// Records that a room's own history was read up to its newest event.
  mutating func markRead(_ id: RoomID, upTo event: EventID) -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    room.fullyRead = event
    room.readReceipt = event
    if room.newestOwn == event {
      room.unreadCount = 0
      room.mentionCount = 0
    }
    put(room)
    return StoreChanges(rooms: [id])
  }
}

extension RawEvent {
  /// True for the state event that encrypts all later messages of a room.
  var enablesEncryption: Bool { type == EventType.encryption && stateKey == "" }
}
