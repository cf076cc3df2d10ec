import Controllers
import MatrixWire
import Models

/// How far the list of a room's threads has been loaded in this run.
enum ThreadListProgress: Hashable, Sendable {
  case start
  /// Continues with this token.
  case token(String)
  case end
}

/// A page of a thread's messages, from the newest on.
struct ThreadPage {
  /// Newest first.
  let events: RawEvents
  /// Where the next page begins; nil at the thread's beginning.
  let next: String?
}

/// Where the messages of a thread are missing.
struct ThreadGap: Hashable, Sendable {
  let root: EventID
  /// The token for the next page; nil for the newest messages.
  let token: String?
  /// The newest chunk when the first page was requested.
  let chunk: Int64
}

extension StoreContents {
  func timeline(
    of thread: ThreadID, at place: TimelinePlace = .newest, _ tables: AccountTables
  ) throws -> Timeline {
    guard let room = rooms[thread.room] else {
      return Timeline(roomID: thread.room, isEncrypted: encrypted.contains(thread.room))
    }
    return try room.timeline(ofThread: thread.root, at: place, surroundings(tables))
  }

  func threadList(of id: RoomID, _ tables: AccountTables) throws -> Timeline {
    try rooms[id]?.threadList(surroundings(tables)) ?? Timeline(roomID: id)
  }

  /// Takes over what the server counts in the threads that some events begin.
  func noteThreads(
    of events: [StoredEvent], in room: RoomState, _ tables: AccountTables
  ) throws {
    for event in events {
      guard let thread = event.raw.unsigned?.thread, let count = thread.count, count > 0 else {
        continue
      }
      let latest = thread.latest.flatMap(StoredEvent.init(bundled:)).flatMap {
        $0.thread == event.id ? $0 : nil
      }
      if let latest {
        let newest = try tables.newestChunk(of: room.number)?.number ?? 1
        try tables.addThreadLine(
          latest, of: event.id, in: room.number, below: newest, sent[latest.id])
      }
      try tables.setTold(
        min(count, Limits.threadCount), latest: latest?.id, ofThread: event.id, in: room.number)
    }
  }

  /// Where a thread continues backwards on the server; nil when the store has all messages before one of
  /// them, or, for nil, at the end.
  func gap(
    in thread: ThreadID, before message: Message.ID?, _ tables: AccountTables
  ) throws -> ThreadGap? {
    guard let room = rooms[thread.room], let root = try room.event(of: thread.root, tables) else {
      return nil
    }
    let record = try tables.thread(root, in: room.number)
    guard let hole = try tables.hole(inThread: root, record, in: room.number) else { return nil }
    let place = try message.flatMap { try tables.place(of: $0, in: room.number) }
    if let place, place > hole {
      let older = try tables.lines(
        ofThread: root, in: room.number, around: place, before: 1, after: 0
      ).lines.first
      if let older, older.position >= hole { return nil }
    }
    let newest = try tables.newestChunk(of: room.number)?.number ?? 1
    let page = record.page.flatMap { $0.place == hole ? $0 : nil }
    return ThreadGap(root: root, token: page?.token, chunk: page?.chunk ?? newest)
  }

  /// Adds a page of a thread.
  mutating func add(
    _ page: ThreadPage, to thread: ThreadID, at gap: ThreadGap, _ tables: AccountTables
  ) throws -> StoreChanges {
    guard let room = rooms[thread.room] else { return StoreChanges() }
    let record = try tables.thread(gap.root, in: room.number)
    // Another load was faster.
    guard record.page?.token == gap.token || gap.token == nil else { return StoreChanges() }
    // Above all lines of the newest chunk, until a page has brought one.
    var place = gap.token == nil ? ((gap.chunk + 1) << 32) - 1 : record.page?.place
    let events = page.events.compactMap { StoredEvent($0) }
    for event in events where event.thread == gap.root {
      place = try tables.addThreadLine(
        event, of: gap.root, in: room.number,
        below: place.map(EventPosition.chunk) ?? gap.chunk, sent[event.id])
    }
    try addChanges(by: events, in: room, tables)
    var progress: ThreadProgress?
    if let next = page.next, next != gap.token, let place,
      try tables.hasGap(inThread: gap.root, record, before: place, in: room.number)
    {
      progress = ThreadProgress(chunk: gap.chunk, token: next, place: place)
    }
    try tables.setProgress(
      progress, covered: progress == nil ? max(record.covered, gap.chunk) : record.covered,
      ofThread: gap.root, in: room.number)
    return StoreChanges(rooms: [thread.room])
  }

  /// Keeps the reactions and edits among some events, which need no place.
  private func addChanges(
    by events: [StoredEvent], in room: RoomState, _ tables: AccountTables
  ) throws {
    for event in events where [.reaction, .edit].contains(event.kind) {
      guard try tables.position(of: event.id, in: room.number) == nil else { continue }
      try tables.insert(event, in: room.number, at: nil)
    }
  }

  /// Adds messages that begin threads, from the list of the server.
  mutating func addThreadList(
    _ events: RawEvents, next: String?, to id: RoomID, _ tables: AccountTables
  ) throws -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    let roots = events.compactMap { StoredEvent($0) }.filter { $0.line != nil }
    for event in roots where try tables.position(of: event.id, in: room.number) == nil {
      try tables.insert(event, in: room.number, at: nil)
      if let edit = event.bundledEdit, try tables.position(of: edit.id, in: room.number) == nil {
        try tables.insert(edit, in: room.number, at: nil)
      }
    }
    try noteThreads(of: roots, in: room, tables)
    let isEnd = next == nil || .token(next ?? "") == room.threadList
    room.threadList = isEnd ? .end : .token(next ?? "")
    put(room)
    return StoreChanges(rooms: [id])
  }

  /// Records that an event begins no thread: its messages stand in the room, and are unread there.
  mutating func setVoid(
    _ root: EventID, in id: RoomID, _ tables: AccountTables
  ) throws -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    try room.moveUnread(ofThread: root, tables)
    try tables.setVoid(root, in: room.number)
    put(room)
    return StoreChanges(rooms: [id])
  }

  /// The event up to which a thread has not been marked as read; nil when it has.
  func unreadEnd(
    of thread: ThreadID, _ tables: AccountTables
  ) throws -> (root: EventID, event: EventID)? {
    guard let room = rooms[thread.room], room.membership == .joined,
      let root = try room.event(of: thread.root, tables),
      let newest = try tables.newestLines(ofThread: root, in: room.number, limit: 1).lines.last
    else { return nil }
    let record = try tables.thread(root, in: room.number)
    let event = newest.line.eventID
    return record.receipt == event && record.unread.messages == 0 ? nil : (root, event)
  }

  /// Records that a thread was read up to an event.
  mutating func markRead(
    thread root: EventID, in id: RoomID, upTo event: EventID, _ tables: AccountTables
  ) throws -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    try tables.setReceipt(event, ofThread: root, in: room.number)
    let newest = try tables.newestLines(ofThread: root, in: room.number, limit: 1).lines.last
    if newest?.line.eventID == event {
      let unread = try tables.thread(root, in: room.number).unread
      room.threadUnread = max(0, room.threadUnread - unread.messages)
      room.threadMentions = max(0, room.threadMentions - unread.mentions)
      try tables.clearUnread(ofThread: root, in: room.number)
    }
    put(room)
    return StoreChanges(rooms: [id])
  }
}

extension StoreQuery<Timeline> {
  static func timeline(of thread: ThreadID, at place: TimelinePlace = .newest) -> Self {
    Self(
      value: { try $0.timeline(of: thread, at: place, $1) },
      isAffected: { !$0.people.isEmpty || $0.rooms.contains(thread.room) })
  }

  static func threadList(of room: RoomID) -> Self {
    Self(
      value: { try $0.threadList(of: room, $1) },
      isAffected: { !$0.people.isEmpty || $0.rooms.contains(room) })
  }
}
