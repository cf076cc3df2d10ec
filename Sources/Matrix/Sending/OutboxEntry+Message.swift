import MatrixWire
import ModelKit
import Models

extension OutboxEntry {
  /// The entry as it appears at the end of its room.
  func message(by sender: UserID) -> Message {
    let delivery: Message.Delivery =
      switch state {
      case .waiting, .unconfirmed:
        notBefore.map { .held(until: Timestamp(clamping: $0)) } ?? .sending
      case .failed(let status, let code): .failed(status: status, code: code)
      case .unknown: .failed(status: nil, code: nil)
      }
    let line = line(by: sender)
    return Message(
      id: Message.ID(transaction), roomID: room, sender: sender,
      timestamp: Timestamp(clamping: createdAt), content: shownContent(line),
      delivery: delivery, mentions: line?.mentions, reply: line?.reply,
      threadRoot: ThreadRelation.unsentRoot(in: content))
  }

  private func shownContent(_ line: Line?) -> MessageContent {
    guard let content = line?.content else { return .unsentAction(action) }
    guard case .text(let text) = content, let draft else { return content }
    return .text(text.with { $0.draft = draft })
  }

  /// The line that the event has in a history; nil when it has none, such as a reaction.
  func line(by sender: UserID) -> Line? {
    let raw = RawEvent(
      eventID: "$unsent", type: type, sender: sender.rawValue, timestamp: createdAt,
      rawContent: .object(content))
    guard case .line(let line, _)? = TimelineItem.Event(raw)?.item else { return nil }
    return line
  }

  private var action: UnsentAction {
    if let pin { return pin.isPinned ? .pin : .unpin }
    return switch type {
    case EventType.reaction: .reaction(content["m.relates_to"]?["key"]?.string ?? "")
    case EventType.redaction: .removal
    case EventType.oldPollResponse: .vote
    case EventType.oldPollEnd: .pollEnd
    case _ where isEdit: .edit(content["m.new_content"]?["body"]?.string ?? "")
    default: .other(type)
    }
  }

  private var isEdit: Bool { content["m.relates_to"]?["rel_type"]?.string == "m.replace" }

  /// Whether a second copy would change nothing for anybody, so that the event may be sent again although
  /// the server may have forgotten its transaction.
  ///
  /// A late copy of an edit or a vote would outrank a newer one from another device, and one of a reaction
  /// would return what was taken back there.
  var isRepeatable: Bool {
    [EventType.redaction, EventType.oldPollEnd].contains(type) || pin != nil
  }

  /// Whether the event waits for the user rather than the network.
  ///
  /// A state that a newer version of the program wrote also waits for the user.
  var isFailed: Bool {
    switch state {
    case .waiting, .unconfirmed: false
    case .failed, .unknown: true
    }
  }

  /// Whether the user can still take the event back.
  var isHeld: Bool { notBefore != nil && state == .waiting }

  /// Whether the event removes or ends something and the user can still take it back; what is sent later
  /// need not wait for it.
  var isHeldEnd: Bool {
    isHeld && [EventType.redaction, EventType.oldPollEnd].contains(type)
  }

  /// Whether the event waits until its file is uploaded.
  var isUploading: Bool { upload != nil && state == .waiting && notBefore == nil }

  /// The size of what the event says, in bytes.
  var byteCount: Int { JSONValue.object(content).byteCount }

  /// The size of the content as JSON, in bytes.
  var contentBytes: Int { JSONValue.object(content).text.utf8.count }
}

extension Message {
  /// Whether the message has a line in the history once the server has it.
  var hasLine: Bool { if case .unsentAction = content { false } else { true } }

  /// Whether an unsent message is shown: an event without a line only once it has failed.
  var isShown: Bool {
    if case .failed = delivery { true } else { hasLine }
  }
}

extension JSONValue {
  /// The size of all keys and texts, in bytes.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .boolean, .number: 8
    case .string(let text): text.utf8.count
    case .array(let elements): elements.reduce(0) { $0 + $1.byteCount }
    case .object(let object): object.reduce(0) { $0 + $1.key.utf8.count + $1.value.byteCount }
    }
  }
}
