import Models

/// The loaded part of a room's history: its newest lines without a gap, in the server's order.
///
/// Lines, edits and redactions may be split into chunks in any way, and older ones may arrive after
/// newer ones. The result depends only on the set of events and the server's order.
struct RoomHistory: Sendable {
  /// Oldest first.
  private(set) var lines: [Line] = []
  /// The token for loading events before the first line.
  private(set) var olderToken: String?
  /// True when nothing older exists.
  private(set) var reachedStart = false
  /// The newest event, visible or not, to which a read marker may point.
  private(set) var newestEvent: EventID?
  /// The time of the newest event.
  private(set) var lastActivity: Timestamp?

  /// The approximate size of the lines and edits, in bytes.
  private(set) var byteCount = 0

  /// The senders of the lines.
  private var known: [EventID: UserID] = [:]
  private var edits: [EventID: [Edit]] = [:]
  /// The redactions that take precedence, by the event they redact.
  private var redacted: [EventID: Redaction] = [:]
  private var usedTokens: Set<String> = []

  /// Whether the event has a line.
  func contains(_ event: EventID) -> Bool { known[event] != nil }

  /// Adds the events of a sync, oldest first.
  ///
  /// When `isGapped`, events between the known ones and these may be missing. Unless the two
  /// overlap, the older part is dropped and loaded again on demand. Returns true when an event may
  /// be missing.
  @discardableResult
  mutating func append(
    _ events: [TimelineItem.Event], previousBatch: String?, isGapped: Bool
  ) -> Bool {
    let isContinuous = !isGapped || overlaps(events)
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
    return !isContinuous
  }

  private func overlaps(_ events: [TimelineItem.Event]) -> Bool {
    for event in events {
      if case .line = event.item { return contains(event.id) }
    }
    return false
  }

  private mutating func dropAll() {
    lines = []
    known = [:]
    byteCount = 0
    edits = [:]
    redacted = [:]
    usedTokens = []
    olderToken = nil
    reachedStart = false
  }

  private mutating func add(_ line: Line, token: String?) {
    guard note(line) else { return }
    lastActivity = line.timestamp
    var line = line
    line.tokenBefore = token
    lines.append(line)
    if line.content == .roomCreated { reachedStart = true }
  }

  /// False when the line exists already.
  private mutating func note(_ line: Line) -> Bool {
    guard known[line.eventID] == nil else { return false }
    known[line.eventID] = line.sender
    byteCount += line.content.byteCount
    return true
  }

  /// Adds a page of older events, newest first.
  ///
  /// Does nothing when the history has changed since the page was requested with `token`.
  mutating func prepend(_ events: [TimelineItem.Event], from token: String?, end: String?) {
    guard token == olderToken, !reachedStart else { return }
    var older: [Line] = []
    for event in events {
      if case .line(let line, _) = event.item, note(line) {
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
    case .redaction(let redaction): add(redaction)
    case .line, .silent: break
    }
  }

  private mutating func add(_ edit: Edit) {
    var all = edits[edit.target] ?? []
    let sender = known[edit.target]
    // Only the sender of a line may change it.
    guard sender == nil || sender == edit.sender,
      !all.contains(where: { $0.eventID == edit.eventID }),
      sender != nil || (edits.count < Limits.pending && byteCount < Limits.history)
    else { return }
    // Keep all edits, not just the newest: redacting one uncovers the previous one.
    all.append(edit)
    byteCount += edit.content.byteCount
    let most = byteCount < Limits.history ? 50 : 1
    if all.count > most {
      all.sort { $1.isNewer(than: $0) }
      for old in all.prefix(all.count - most) { byteCount -= old.content.byteCount }
      all.removeFirst(all.count - most)
    }
    edits[edit.target] = all
  }

  private mutating func add(_ redaction: Redaction) {
    let target = redaction.target
    guard contains(target) || redacted.count < Limits.pending else { return }
    if let known = redacted[target], !redaction.isOlder(than: known) { return }
    redacted[target] = redaction
  }

  private func edit(for line: Line) -> Edit? {
    var newest: Edit?
    for edit in edits[line.eventID] ?? []
    where edit.sender == line.sender && edit.type == line.type
      && redacted[edit.eventID] == nil
    {
      if newest.map({ edit.isNewer(than: $0) }) ?? true { newest = edit }
    }
    return newest
  }

  /// The lines as messages; `own` holds the transaction ids of those that this device sent.
  func messages(in room: RoomID, own: [EventID: TransactionID]) -> [Message] {
    lines.map { message($0, in: room, own: own) }
  }

  /// The newest message that a list may show.
  func preview(in room: RoomID, own: [EventID: TransactionID]) -> Message? {
    lines.last(where: Self.isPreview).map { message($0, in: room, own: own) }
  }

  private static func isPreview(_ line: Line) -> Bool {
    switch line.content {
    case .text, .image, .sticker, .file, .location, .encrypted, .unknown, .redacted: true
    case .membership, .roomName, .roomTopic, .roomCreated, .encryptionEnabled: false
    }
  }

  private func message(
    _ line: Line, in room: RoomID, own: [EventID: TransactionID]
  ) -> Message {
    let isRedacted = line.isRedacted || redacted[line.eventID] != nil
    let edit = isRedacted ? nil : edit(for: line)
    let transaction = line.transaction ?? own[line.eventID]
    return Message(
      id: transaction.map { Message.ID($0) } ?? Message.ID(line.eventID), roomID: room,
      sender: line.sender, timestamp: line.timestamp,
      content: isRedacted ? .redacted : edit?.content ?? line.content, eventID: line.eventID,
      isEdited: edit != nil,
      mentions: isRedacted ? nil : edit.map(\.mentions) ?? line.mentions,
      removedBy: line.removedBy ?? redacted[line.eventID]?.sender)
  }

  /// Drops old lines down to about `count` and to the room's byte limit.
  ///
  /// Cuts at a line for which a token exists, so that older lines can be loaded again. When there
  /// is no such line and far too much is kept, the history begins at the first line that stays.
  mutating func trim(to count: Int) {
    let wanted = firstKept(of: count, bytes: Limits.history / 2)
    guard wanted > 0 else { return }
    let loadable = lines.indices.prefix(wanted + 1).last { lines[$0].tokenBefore != nil }
    if let loadable, loadable > 0 { return drop(before: loadable) }
    if lines.count > 4 * count || byteCount > 2 * Limits.history {
      drop(before: wanted)
      reachedStart = true
    }
  }

  /// The oldest line that fits the limits of lines and bytes; the newest always stays.
  private func firstKept(of count: Int, bytes: Int) -> Int {
    var first = max(0, lines.count - count)
    guard byteCount > bytes else { return first }
    var total = 0
    for index in lines.indices.reversed().dropFirst() {
      total += lines[index].content.byteCount
      if total > bytes {
        first = max(first, index + 1)
        break
      }
    }
    return first
  }

  private mutating func drop(before first: Int) {
    olderToken = lines[first].tokenBefore
    reachedStart = false
    usedTokens = []
    for line in lines[..<first] {
      known[line.eventID] = nil
      byteCount -= line.content.byteCount
      for edit in edits.removeValue(forKey: line.eventID) ?? [] {
        byteCount -= edit.content.byteCount
      }
      redacted[line.eventID] = nil
    }
    lines.removeFirst(first)
  }
}

extension MessageContent {
  /// The approximate size of the content in memory, in bytes.
  fileprivate var byteCount: Int {
    switch self {
    case .text(let text): text.body.utf8.count + 256
    case .roomTopic(let topic): (topic?.utf8.count ?? 0) + 256
    case .membership(let change):
      2 * (change.displayName?.utf8.count ?? 0) + (change.reason?.utf8.count ?? 0) + 512
    case .image(let image), .sticker(let image): (image.caption?.utf8.count ?? 0) + 512
    case .file(let file): (file.caption?.utf8.count ?? 0) + 512
    case .unknown(let unknown): unknown.json.utf8.count + (unknown.fallback?.utf8.count ?? 0) + 256
    default: 512
    }
  }
}
