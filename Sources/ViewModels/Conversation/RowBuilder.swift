import Models

/// Formats messages for their rows.
struct RowBuilder {
  let people: [UserID: User]
  let ownID: UserID
  var time: TimeText
  /// The messages that begin threads in which something waits to be sent.
  var threadDrafts: Set<Message.ID> = []
  /// The people whose messages are folded away.
  var ignored: Set<UserID> = []
  /// What the account calls a room; nil for one that it does not know.
  var roomName: (RoomID) -> String? = { _ in nil }
  private let owners: Names.Owners
  private let ownMentions: OwnMentions

  /// Messages of one sender within five minutes share one name; notices and emotes always show it.
  private static let groupMilliseconds: UInt64 = 300_000

  init(people: [UserID: User], ownID: UserID, time: TimeText) {
    self.people = people
    self.ownID = ownID
    self.time = time
    owners = Names.owners(among: people)
    ownMentions = OwnMentions(ownID: ownID, displayName: people[ownID]?.displayName)
  }

  func name(_ id: UserID) -> String {
    Names.text(id, among: people, owners: owners)
  }

  var eventText: EventText {
    let owners = owners
    return EventText(name: name) { Names.text($0, of: $1, owners: owners) }
  }

  /// Whether a message is one of a person whom the account ignores; changes of the room are not.
  func hides(_ message: Message) -> Bool {
    ignored.contains(message.sender) && ChangesText.folding(message) != .always
  }

  func isNewDay(_ message: Message, after previous: Message?) -> Bool {
    guard let previous else { return true }
    return time.day(message.timestamp) != time.day(previous.timestamp)
  }

  func day(_ message: Message, now: Timestamp) -> MessageRowContent {
    var content = MessageRowContent()
    content.kind = .day
    content.dayText = time.dayText(message.timestamp, now: now)
    return content
  }

  var gap: MessageRowContent {
    var content = MessageRowContent()
    content.kind = .gap
    content.noteText = "messages are missing here"
    return content
  }

  var newMarker: MessageRowContent {
    var content = MessageRowContent()
    content.kind = .newMarker
    content.noteText = "new"
    return content
  }

  func changes(_ messages: [Message], isOpen: Bool) -> MessageRowContent {
    var content = MessageRowContent()
    content.kind = .changes(isOpen: isOpen)
    content.timeText = messages.first.map { time.clock($0.timestamp) } ?? ""
    content.noteText =
      messages.contains(where: hides)
      ? IgnoredText.line(messages) : ChangesText(text: eventText).line(messages)
    // Unfolded, each change has its own.
    if !isOpen { content.readersText = readersText(messages.flatMap(\.readers)) }
    return content
  }

  /// Whether a message continues a group of the same sender.
  func continues(_ previous: Message?, _ message: Message) -> Bool {
    guard let previous, previous.sender == message.sender else { return false }
    let gap = message.timestamp.milliseconds.subtractingClamped(previous.timestamp.milliseconds)
    guard gap.magnitude < Self.groupMilliseconds else { return false }
    guard case .message = kind(message) else { return false }
    return Self.isSpeech(kind(previous))
  }

  func content(_ message: Message, showsSender: Bool) -> MessageRowContent {
    let text = eventText
    var content = MessageRowContent()
    content.kind = kind(message)
    content.timeText = time.clock(message.timestamp)
    content.senderText = name(message.sender)
    content.colorIndex = Self.colorIndex(message.sender)
    content.noteText = text.note(message)
    content.bodyText = text.speech(message)
    content.mentionsMe = ownMentions.isMeant(by: message, words: content.bodyText)
    if content.mentionsMe { content.mentionRanges = ownMentions.ranges(in: content.bodyText) }
    if let formatted = message.content.formatted {
      content.formattedBody = FormattedBody(
        formatted, ownID: ownID, mentions: content.mentionsMe ? ownMentions : nil,
        room: roomName
      ) { people[$0] == nil ? $0.rawValue : name($0) }
    }
    content.lacksFormats = message.content.lacksFormats
    content.isEdited = message.isEdited
    content.isPinned = message.isPinned
    content.showsSender = showsSender
    content.quote = quote(in: message)
    content.changeText = DeliveryText.change(message.pendingChange)
    content.showReactions(to: message)
    if case .poll(let poll) = message.content { content.poll = PollText(poll, message.votes) }
    content.thread = thread(of: message)
    content.readersText = readersText(message.readers)
    switch message.delivery {
    case .sent: break
    case .sending, .held:
      content.deliveryState = .sending
      content.deliveryText = DeliveryText.sending
    case .failed(let status, let code):
      content.deliveryState = .failed
      content.deliveryText = DeliveryText.failed(status: status, code: code)
    }
    return content
  }

  private func kind(_ message: Message) -> MessageRowKind {
    switch message.content {
    case .text(let text):
      switch text.kind {
      case .plain: .message(isOwn: message.sender == ownID)
      case .notice: .notice
      case .emote: .emote
      }
    case .image, .sticker, .file, .location, .poll, .unknown, .unsentAction:
      .message(isOwn: message.sender == ownID)
    case .encrypted: .locked
    case .redacted, .membership, .roomName, .roomTopic, .roomChange, .roomCreated,
      .encryptionEnabled, .call:
      .event
    }
  }

  /// Whether the row of a message shows who sent it: all but those that tell of a change.
  static func hasSender(_ content: MessageContent) -> Bool {
    switch content {
    case .text, .image, .sticker, .file, .location, .poll, .unknown, .unsentAction, .encrypted: true
    case .redacted, .membership, .roomName, .roomTopic, .roomChange, .roomCreated,
      .encryptionEnabled, .call:
      false
    }
  }

  private static func isSpeech(_ kind: MessageRowKind) -> Bool {
    switch kind {
    case .message, .notice: true
    default: false
    }
  }

  /// The same colour for a person in every run: FNV-1a of the id.
  nonisolated static func colorIndex(_ id: UserID) -> Int {
    let hash = id.rawValue.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return Int(hash >> 8 & 0xFFFF)
  }
}
