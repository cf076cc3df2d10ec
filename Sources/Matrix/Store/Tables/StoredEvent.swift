import GRDB
import MatrixWire
import ModelKit
import Models

/// What an event is for its room's history.
///
/// Queries hold kinds as numbers, not as arguments: some indexes cover one kind, so SQLite would prepare the
/// query again once it knows the argument.
enum EventKind: Int64 {
  /// Shows nothing.
  case silent
  case line
  case edit
  case redaction
  case reaction
  /// A line of a thread, which the room's own history leaves out.
  case threadLine
  /// A vote in a poll.
  case vote
  case pollEnd
}

/// An event as the cache keeps it: the server's JSON, and what queries need.
struct StoredEvent {
  let raw: RawEvent
  let item: TimelineItem.Event

  /// Nil when the event's identifiers are malformed: nothing could refer to it.
  init?(_ raw: RawEvent) {
    guard let item = TimelineItem.Event(raw) else { return nil }
    self.raw = raw
    self.item = item
  }

  var id: EventID { item.id }

  var line: Line? { if case .line(let line, _) = item.item { line } else { nil } }

  var kind: EventKind {
    switch item.item {
    case .line(let line, _): line.thread == nil ? .line : .threadLine
    case .edit: .edit
    case .redaction: .redaction
    case .reaction: .reaction
    case .vote: .vote
    case .pollEnd: .pollEnd
    case .silent: .silent
    }
  }

  /// The transaction under which this device sent the event, if it did.
  var transaction: TransactionID? { raw.unsigned?.transactionID.flatMap { TransactionID($0) } }

  /// The key of a reaction, or what a vote chooses.
  var key: String? {
    switch item.item {
    case .reaction(let reaction): reaction.key
    case .vote(let vote): vote.key
    default: nil
    }
  }

  /// How the event relates to another one, and to which.
  ///
  /// Source: Matrix client-server API, "Forming relationships between events".
  var relation: (type: String, target: String)? {
    if case .redaction(let redaction) = item.item {
      return (EventType.redaction, redaction.target.rawValue)
    }
    let relation = raw.content["m.relates_to"]
    if let type = relation?["rel_type"]?.string, let target = relation?["event_id"]?.string,
      EventID(target) != nil
    {
      return (type.cut(toBytes: Limits.name), target)
    }
    let reply = "m.in_reply_to"
    return relation?[reply]?["event_id"]?.string.flatMap { EventID($0) }
      .map { (reply, $0.rawValue) }
  }

  /// The text by which a search finds the event; nil for none.
  var searchText: String? {
    switch item.item {
    case .line(let line, _): line.content.searchText
    case .edit(let edit): edit.content.searchText
    case .redaction, .reaction, .vote, .pollEnd, .silent: nil
    }
  }

  /// The event whose thread this one belongs to.
  var thread: EventID? { line?.thread }

  /// The newest edit, if the server bundled one with the event.
  var bundledEdit: StoredEvent? {
    guard case .line(_, let edit?) = item.item, let raw = raw.unsigned?.replacement else {
      return nil
    }
    var content = raw.content.object ?? [:]
    // A bundled event need not repeat what it replaces.
    content["m.relates_to"] = .object([
      "rel_type": .string("m.replace"), "event_id": .string(edit.target.rawValue),
    ])
    return StoredEvent(
      RawEvent(
        eventID: raw.eventID, type: raw.type, sender: raw.sender, timestamp: raw.timestamp,
        rawContent: .object(content)))
  }
}

extension StoredEvent {
  /// An event that the server bundled with another one.
  init?(bundled raw: RawReplacement) {
    self.init(
      RawEvent(
        eventID: raw.eventID, type: raw.type, sender: raw.sender, timestamp: raw.timestamp,
        rawContent: raw.content))
  }
}

extension MessageContent {
  fileprivate var searchText: String? {
    switch self {
    case .text(let text): text.searchText
    case .image(let image), .sticker(let image):
      [image.body, searchCaption ?? image.caption].compactMap { $0 }.joined(separator: "\n")
    case .file(let file):
      [file.name, searchCaption ?? file.caption].compactMap { $0 }.joined(separator: "\n")
    case .location(let place): place
    case .poll(let poll): poll.question
    case .unknown(let unknown): unknown.fallback
    default: nil
    }
  }

  /// A caption by its formatted words.
  private var searchCaption: String? { formatted?.plainText(hidingSpoilers: false) }

  /// Whether a person came into the room, or was invited.
  func isComing(of user: UserID) -> Bool {
    guard case .membership(let change) = self, change.user == user else { return false }
    return change.kind == .joined || change.kind == .invited
  }

  /// Whether a list may show the line as a preview.
  var isPreview: Bool {
    switch self {
    case .text, .image, .sticker, .file, .location, .poll, .encrypted, .unknown, .redacted,
      .call, .unsentAction:
      true
    case .membership, .roomName, .roomTopic, .roomChange, .roomCreated, .encryptionEnabled: false
    }
  }
}
