import Models

/// The loaded part of a room's history: its newest lines without a gap, in the server's order.
///
/// Lines, edits and redactions may come in any division into chunks, and older ones after newer
/// ones: what is shown depends only on the set of events and the server's order.
struct RoomHistory: Sendable {
  /// Oldest first.
  private(set) var lines: [Line] = []
  /// The token from which events older than the first line can be asked for.
  private(set) var olderToken: String?
  /// True when there is nothing older.
  private(set) var reachedStart = false
  /// The newest event, a line or not: what a read marker may point to.
  private(set) var newestEvent: EventID?
  /// The time of the newest event.
  private(set) var lastActivity: Timestamp?

  private var known: Set<EventID> = []
  private var edits: [EventID: [Edit]] = [:]
  private var redacted: Set<EventID> = []
  private var usedTokens: Set<String> = []

  /// Whether a line is there for the event.
  func contains(_ event: EventID) -> Bool { known.contains(event) }

  /// Adds the events of a sync, oldest first.
  ///
  /// When `isGapped`, events between the known ones and these may be missing: the older part is
  /// dropped, to be loaded again on demand, unless the two overlap. Returns true when it was.
  @discardableResult
  mutating func append(
    _ events: [TimelineItem.Event], previousBatch: String?, isGapped: Bool
  ) -> Bool {
    let isContinuous = !isGapped || overlaps(events)
    let drops = !isContinuous && (!lines.isEmpty || olderToken != nil)
    if !isContinuous { dropAll() }
    if lines.isEmpty, olderToken == nil, !reachedStart { olderToken = previousBatch }
    var token = previousBatch
    for event in events {
      newestEvent = event.id
      if case .line(let line, _) = event.item {
        add(line, token: token)
        token = nil
      }
      absorb(event)
    }
    return drops
  }

  private func overlaps(_ events: [TimelineItem.Event]) -> Bool {
    for event in events {
      if case .line = event.item { return known.contains(event.id) }
    }
    return false
  }

  private mutating func dropAll() {
    lines = []
    known = []
    edits = [:]
    redacted = []
    usedTokens = []
    olderToken = nil
    reachedStart = false
  }

  private mutating func add(_ line: Line, token: String?) {
    guard known.insert(line.eventID).inserted else { return }
    lastActivity = line.timestamp
    var line = line
    line.tokenBefore = token
    lines.append(line)
    if line.content == .roomCreated { reachedStart = true }
  }

  /// Adds a page of older events, newest first; nothing when the history changed since it was
  /// asked for with `token`.
  mutating func prepend(_ events: [TimelineItem.Event], from token: String?, end: String?) {
    guard token == olderToken, !reachedStart else { return }
    var older: [Line] = []
    for event in events {
      if case .line(let line, _) = event.item, known.insert(line.eventID).inserted {
        older.append(line)
      }
      absorb(event)
    }
    lines.insert(contentsOf: older.reversed(), at: 0)
    if let token { usedTokens.insert(token) }
    if let end, !usedTokens.contains(end) {
      olderToken = end
      reachedStart = lines.first?.content == .roomCreated
    } else {
      reachedStart = true
    }
    if newestEvent == nil { newestEvent = events.first?.id }
  }

  private mutating func absorb(_ event: TimelineItem.Event) {
    switch event.item {
    case .line(_, let edit?), .edit(let edit): add(edit)
    case .redaction(let target): redact(target)
    case .line, .silent: break
    }
  }

  private mutating func add(_ edit: Edit) {
    var all = edits[edit.target] ?? []
    let isPending = !known.contains(edit.target)
    guard !all.contains(where: { $0.eventID == edit.eventID }),
      !isPending || edits.count < Limits.pending
    else { return }
    // All are kept, not just the newest: the redaction of one uncovers the one before.
    all.append(edit)
    if all.count > 50 {
      all.sort { $1.isNewer(than: $0) }
      all.removeFirst()
    }
    edits[edit.target] = all
  }

  private mutating func redact(_ target: EventID) {
    guard known.contains(target) || redacted.count < Limits.pending else { return }
    redacted.insert(target)
  }

  private func edit(for line: Line) -> Edit? {
    var newest: Edit?
    for edit in edits[line.eventID] ?? []
    where edit.sender == line.sender && edit.type == line.type
      && !redacted.contains(edit.eventID)
    {
      if newest.map({ edit.isNewer(than: $0) }) ?? true { newest = edit }
    }
    return newest
  }

  /// The lines as messages; `own` names the requests by which this device sent some of them.
  func messages(in room: RoomID, own: [EventID: TransactionID]) -> [Message] {
    lines.map { message($0, in: room, own: own) }
  }

  /// The newest message that a list may show.
  func preview(in room: RoomID, own: [EventID: TransactionID]) -> Message? {
    lines.last(where: Self.isPreview).map { message($0, in: room, own: own) }
  }

  private static func isPreview(_ line: Line) -> Bool {
    switch line.content {
    case .text, .image, .sticker, .encrypted, .unknown, .redacted: true
    case .membership, .roomName, .roomTopic, .roomCreated, .encryptionEnabled: false
    }
  }

  private func message(
    _ line: Line, in room: RoomID, own: [EventID: TransactionID]
  ) -> Message {
    let isRedacted = line.isRedacted || redacted.contains(line.eventID)
    let edit = isRedacted ? nil : edit(for: line)
    let transaction = line.transaction ?? own[line.eventID]
    return Message(
      id: transaction.map { Message.ID($0) } ?? Message.ID(line.eventID), roomID: room,
      sender: line.sender, timestamp: line.timestamp,
      content: isRedacted ? .redacted : edit?.content ?? line.content, eventID: line.eventID,
      isEdited: edit != nil)
  }

  /// Drops old lines down to about `count`, at a place from which they can be loaded again.
  mutating func trim(to count: Int) {
    guard lines.count > count,
      let first = lines.indices.prefix(lines.count - count + 1)
        .last(where: { lines[$0].tokenBefore != nil }),
      first > 0
    else { return }
    let gone = lines[..<first].map(\.eventID)
    olderToken = lines[first].tokenBefore
    reachedStart = false
    usedTokens = []
    for event in gone {
      known.remove(event)
      edits[event] = nil
      redacted.remove(event)
    }
    lines.removeFirst(first)
  }
}
