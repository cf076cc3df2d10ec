import Controllers
import Models

extension RoomState {
  /// The part of a thread around a place: the message that begins it, and those that answer there.
  func timeline(
    ofThread root: Message.ID, at place: TimelinePlace, _ around: RoomSurroundings
  ) throws -> Timeline {
    let tables = around.tables
    let event = try self.event(of: root, tables)
    let window = try event.map { try self.window(ofThread: $0, at: place, tables) } ?? LineWindow()
    let pending = try pendingMessages(tables)
    let first = try message(beginning: root, event, pending, tables)
    var messages = window.hasOlder ? [] : [first].compactMap { $0 }
    messages += window.lines.map { $0.message(in: id) }
    if !window.hasNewer { messages += pending.filter { $0.isIn(thread: root, event) } }
    let hole = try event.flatMap {
      try tables.hole(inThread: $0, tables.thread($0, in: number), in: number)
    }
    let next = hole.flatMap { hole in window.lines.first { $0.position >= hole } }
    let mayHaveFirst = first == nil && event.map(missingEvents.contains) == false
    let gap = next.map { $0.message(in: id).id }
    messages = try withReaders(
      withRelations(messages, around), window, ofThread: event, around)
    return Timeline(
      roomID: id, messages: messages, people: try named(in: messages, around),
      hasOlder: window.hasOlder || hole != nil || mayHaveFirst, hasNewer: window.hasNewer,
      gaps: gap == nil || gap == messages.first?.id ? [] : [gap].compactMap { $0 },
      readUpTo: try event.flatMap { try readUpTo(inThread: $0, tables) },
      isEncrypted: isEncrypted, place: place.message,
      canRemoveOthers: canRemoveOthers || isOwnCreation)
  }

  /// The threads of the room by the messages that begin them, the one with the newest message last.
  func threadList(_ around: RoomSurroundings) throws -> Timeline {
    let tables = around.tables
    let pending = try pendingMessages(tables)
    let roots = try tables.threadRoots(of: number, limit: Limits.newestLines)
    let loaded = try roots.compactMap {
      try tables.line(ofEvent: $0, in: number)?.message(in: id)
    }
    let messages = try withThreads(try withRelations(loaded, around), pending: pending, tables)
    return Timeline(
      roomID: id, messages: messages.filter { $0.thread != nil },
      people: try named(in: messages, around), hasOlder: threadList != .end,
      isEncrypted: isEncrypted)
  }

  /// Messages with the threads that they begin.
  func withThreads(
    _ messages: [Message], pending: [Message], _ tables: AccountTables
  ) throws -> [Message] {
    let summaries = try tables.summaries(of: messages.compactMap(\.eventID), in: number)
    let unsent = pending.filter { $0.threadRoot != nil }
    guard !summaries.isEmpty || !unsent.isEmpty else { return messages }
    return messages.map { message in
      let own = unsent.filter { $0.threadRoot.map(message.isNamed) == true }
      let known = message.eventID.flatMap { summaries[$0.rawValue] }
      guard known != nil || !own.isEmpty else { return message }
      return message.with { $0.thread = (known ?? ThreadSummary(count: 0)).adding(own) }
    }
  }

  /// The event of a message that begins a thread; nil until the server has it.
  func event(of root: Message.ID, _ tables: AccountTables) throws -> EventID? {
    if let event = EventID(root.rawValue) { return event }
    let sent = unsent.first { $0.id == root }?.eventID
    return try sent ?? tables.event(of: root.rawValue, in: number)
  }

  /// Whether the newest messages of a thread may be missing.
  func mayMissEnd(ofThread root: EventID, _ tables: AccountTables) throws -> Bool {
    let record = try tables.thread(root, in: number)
    guard let hole = try tables.hole(inThread: root, record, in: number) else { return false }
    return try tables.lines(ofThread: root, in: number, around: hole, before: 0, after: 1)
      .lines.isEmpty
  }

  private func window(
    ofThread root: EventID, at place: TimelinePlace, _ tables: AccountTables
  ) throws -> LineWindow {
    guard case .message(let message) = place else {
      return try tables.newestLines(ofThread: root, in: number, limit: Limits.newestLines)
    }
    // The first message has no place among the others: it is before all of them.
    let isFirst = try event(of: message, tables) == root
    guard let position = try isFirst ? 0 : tables.place(of: message, in: number) else {
      return try tables.newestLines(ofThread: root, in: number, limit: Limits.newestLines)
    }
    return try tables.lines(
      ofThread: root, in: number, around: position, before: Limits.linesAround,
      after: Limits.linesAround)
  }

  private func message(
    beginning root: Message.ID, _ event: EventID?, _ pending: [Message], _ tables: AccountTables
  ) throws -> Message? {
    if let waiting = pending.first(where: { $0.id == root }) { return waiting }
    return try event.flatMap { try tables.line(ofEvent: $0, in: number)?.message(in: id) }
  }

  /// The last message of a thread that was read; the first one when all that answer it are new.
  private func readUpTo(inThread root: EventID, _ tables: AccountTables) throws -> EventID? {
    let receipt = try tables.thread(root, in: number).receipt
    let places = try [receipt, wholeReceipt].compactMap { $0 }
      .compactMap { try tables.position(of: $0, in: number) ?? nil }
    guard let place = places.max() else { return receipt }
    let last = try tables.lines(
      ofThread: root, in: number, around: place + 1, before: 1, after: 0)
    return last.lines.first?.line.eventID ?? root
  }
}

extension Message {
  fileprivate func isIn(thread root: Message.ID, _ event: EventID?) -> Bool {
    threadRoot == root || threadRoot.map { $0.rawValue == event?.rawValue } == true
  }
}

extension ThreadSummary {
  /// The thread with the account's messages that the server does not have.
  fileprivate func adding(_ unsent: [Message]) -> ThreadSummary {
    guard let last = unsent.last else { return self }
    return with {
      $0.count += unsent.count
      $0.latestSender = last.sender
      $0.latestContent = last.content
      $0.latestTime = last.timestamp
      $0.hasFailed = unsent.contains { if case .failed = $0.delivery { true } else { false } }
    }
  }
}
