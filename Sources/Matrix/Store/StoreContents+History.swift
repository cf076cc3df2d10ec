import MatrixWire
import ModelKit
import Models

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
    guard let room = rooms[id], !room.membership.isPending else { return nil }
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
    let events = try takeOver(page.events, state: page.state, in: &room, tables)
    let new = try tables.prepend(
      events, to: room.number, chunk: page.gap.chunk, from: page.gap.token ?? Chunk.noToken,
      end: page.end, isLast: page.isLast, sent: sent)
    try room.noteHistory(
      newest: room.newestEvent == nil ? new.first : nil, own: userID, ignored: ignored, tables)
    try noteThreads(of: events, in: room, tables)
    try applyCounts(nil, to: &room, tables)
    put(room)
    return StoreChanges(rooms: [id])
  }

  /// Takes over what a page says of its room and the people in it; returns its events that can be stored.
  mutating func takeOver(
    _ events: RawEvents, state: RawEvents, in room: inout RoomState, _ tables: AccountTables
  ) throws -> [StoredEvent] {
    try fillMembers(from: state, in: room, tables)
    if [events, state].joined().contains(where: \.enablesEncryption) { room.isEncrypted = true }
    let stored = events.compactMap { StoredEvent($0) }
    dropped += events.count - stored.count
    return stored
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
      room.unreadIsLeast = false
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
