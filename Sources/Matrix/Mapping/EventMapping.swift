import MatrixWire
import ModelKit
import Models

extension Timestamp {
  /// A server's time, clamped to the years 1970 to 9999.
  init(clamping milliseconds: Int64) {
    self.init(milliseconds: min(max(milliseconds, 0), 253_402_300_799_999))
  }
}

extension TimelineItem.Event {
  /// Nil when the event's identifiers are malformed: nothing could refer to it.
  init?(_ event: RawEvent) {
    guard let id = EventID(event.eventID), let sender = UserID(event.sender) else { return nil }
    self.init(id: id, item: TimelineItem(event, id: id, sender: sender))
  }
}

extension TimelineItem {
  fileprivate init(_ event: RawEvent, id: EventID, sender: UserID) {
    if event.type == EventType.redaction, event.stateKey == nil {
      let target = event.content["redacts"]?.string ?? event.redacts
      self =
        target.flatMap { EventID($0) }.map {
          .redaction(
            Redaction(
              eventID: id, target: $0, sender: sender,
              timestamp: Timestamp(clamping: event.timestamp)))
        } ?? .silent
    } else if Self.isReplacement(event) {
      self = Edit(event, id: id, sender: sender).map { .edit($0) } ?? .silent
    } else if let annotation = Annotation(event) {
      self = .reaction(annotation)
    } else if let vote = Vote(event) {
      self = .vote(vote)
    } else if Vote.isEnd(event) {
      self = .pollEnd
    } else if let content = Self.content(of: event, sender: sender) {
      self = .line(
        Line(event, id: id, sender: sender, content: content), edit: Edit(bundledIn: event, id: id))
    } else {
      self = .silent
    }
  }

  private static func isReplacement(_ event: RawEvent) -> Bool {
    event.stateKey == nil && event.type != EventType.encrypted
      && event.content["m.relates_to"]?["rel_type"]?.string == "m.replace"
  }

  /// The content of the line; nil for an event that is not a line.
  private static func content(of event: RawEvent, sender: UserID) -> MessageContent? {
    guard let stateKey = event.stateKey else { return messageContent(of: event) }
    let content: MessageContent? =
      switch event.type {
      case EventType.member: membership(event, of: stateKey, sender: sender)
      case EventType.name where stateKey.isEmpty: roomName(event)
      case EventType.topic where stateKey.isEmpty: roomTopic(event)
      case EventType.create where stateKey.isEmpty: .roomCreated
      case EventType.encryption where stateKey.isEmpty: .encryptionEnabled
      case EventType.thirdPartyInvite: RoomChange(outsideInvite: event).map { .roomChange($0) }
      default: stateKey.isEmpty ? RoomChange(event).map { .roomChange($0) } : nil
      }
    return content == nil || event.unsigned?.isRedacted != true ? content : .redacted
  }

  private static func messageContent(of event: RawEvent) -> MessageContent? {
    let isRedacted = event.unsigned?.isRedacted == true
    return switch event.type {
    case EventType.message: isRedacted ? .redacted : Matrix.messageContent(event.content)
    case EventType.sticker: isRedacted ? .redacted : stickerContent(event.content)
    case EventType.encrypted: isRedacted ? .redacted : .encrypted
    case EventType.callInvite: isRedacted ? .redacted : .call
    case _ where EventType.callNotices.contains(event.type): isRedacted ? .redacted : .call
    case EventType.pollStart, EventType.oldPollStart:
      isRedacted
        ? .redacted
        : PollContent(event.content).map { .poll($0) } ?? unknownContent(of: event)
    default: isRedacted ? nil : unknownContent(of: event)
    }
  }

  private static func unknownContent(of event: RawEvent) -> MessageContent? {
    UnknownContent(withFallbackIn: event).map { .unknown($0) }
  }

  private static func membership(
    _ event: RawEvent, of user: String, sender: UserID
  ) -> MessageContent? {
    UserID(user).flatMap {
      membershipChange(
        of: $0, by: sender, content: event.content,
        previous: event.unsigned?.previousContent.map { .object($0) })
    }.map { .membership($0) }
  }

  private static func roomName(_ event: RawEvent) -> MessageContent? {
    let name = event.content["name"]?.string?.nonEmpty(cutToBytes: Limits.name)
    let old = event.unsigned?.previousContent?["name"]?.string?.nonEmpty(cutToBytes: Limits.name)
    return name == old ? nil : .roomName(name)
  }

  private static func roomTopic(_ event: RawEvent) -> MessageContent? {
    let topic = event.content["topic"]?.string?.nonEmpty(cutToBytes: Limits.topic)
    let old = event.unsigned?.previousContent?["topic"]?.string?
      .nonEmpty(cutToBytes: Limits.topic)
    return topic == old ? nil : .roomTopic(topic)
  }
}

extension Removal {
  /// Nil when the remover is unknown.
  fileprivate init?(_ redaction: RawRedaction) {
    guard let user = UserID(redaction.sender) else { return nil }
    self.init(user: user, reason: redaction.reason)
  }
}

extension Line {
  fileprivate init(_ event: RawEvent, id: EventID, sender: UserID, content: MessageContent) {
    self.init(
      eventID: id, sender: sender, timestamp: Timestamp(clamping: event.timestamp),
      type: event.type, content: content,
      transaction: event.unsigned?.transactionID.flatMap { TransactionID($0) },
      isRedacted: event.unsigned?.isRedacted == true,
      removal: event.unsigned?.redaction.flatMap { Removal($0) },
      mentions: Mentions(in: event.content),
      reply: event.stateKey == nil ? Reply(in: event.content) : nil,
      typed: TypedText(event.content),
      thread: event.stateKey == nil ? ThreadRelation.root(in: event.content, of: id) : nil)
  }
}

extension Edit {
  fileprivate init?(_ event: RawEvent, id: EventID, sender: UserID) {
    guard event.unsigned?.isRedacted != true,
      let target = event.content["m.relates_to"]?["event_id"]?.string.flatMap({ EventID($0) }),
      let content = Self.newContent(event.content, type: event.type)
    else { return nil }
    self.init(
      eventID: id, target: target, sender: sender, type: event.type,
      timestamp: Timestamp(clamping: event.timestamp), content: content,
      mentions: event.content["m.new_content"].flatMap { Mentions(in: $0) },
      typed: event.content["m.new_content"].flatMap { TypedText($0) })
  }

  /// The newest edit that the server bundled with an event.
  fileprivate init?(bundledIn event: RawEvent, id: EventID) {
    guard event.stateKey == nil, event.unsigned?.isRedacted != true,
      let edit = event.unsigned?.replacement,
      let editID = EventID(edit.eventID), let sender = UserID(edit.sender),
      let content = Self.newContent(edit.content, type: edit.type)
    else { return nil }
    self.init(
      eventID: editID, target: id, sender: sender, type: edit.type,
      timestamp: Timestamp(clamping: edit.timestamp), content: content,
      mentions: edit.content["m.new_content"].flatMap { Mentions(in: $0) },
      typed: edit.content["m.new_content"].flatMap { TypedText($0) })
  }

  private static func newContent(_ content: JSONValue, type: String) -> MessageContent? {
    guard let new = content["m.new_content"], new.object != nil else { return nil }
    return switch type {
    case EventType.message: messageContent(new)
    case EventType.sticker: stickerContent(new)
    case EventType.pollStart, EventType.oldPollStart: PollContent(new).map { .poll($0) }
    default: nil
    }
  }
}
