import MatrixWire
import ModelKit
import Models

extension OutboxEntry {
  /// What the event changes in another message; nil when it changes nothing, or has failed.
  var waitingChange: WaitingChange? {
    guard !isFailed, let (target, effect) = change, let target = Message.ID(target) else {
      return nil
    }
    return WaitingChange(id: Message.ID(transaction), target: target, effect: effect)
  }

  private var change: (target: String, effect: WaitingChange.Effect)? {
    let relation = content["m.relates_to"]
    let target = relation?["event_id"]?.string
    if let pin { return (pin.event.rawValue, .pin(isPinned: pin.isPinned)) }
    switch type {
    case EventType.redaction:
      return content["redacts"]?.string.map { ($0, .removal(heldUntil: heldUntil)) }
    case EventType.reaction:
      guard let target, let key = relation?["key"]?.string else { return nil }
      return (target, .reaction(key.cut(toBytes: Limits.reactionKey)))
    case EventType.oldPollResponse:
      return target.map { ($0, .vote(Vote.answers(in: .object(content)) ?? [])) }
    case EventType.oldPollEnd: return target.map { ($0, .pollEnd(heldUntil: heldUntil)) }
    case EventType.message where relation?["rel_type"]?.string == "m.replace":
      guard let target, let new = content["m.new_content"] else { return nil }
      return (target, .edit(messageContent(new), Mentions(in: new)))
    default: return nil
    }
  }
}

extension OutboxEntry {
  private var heldUntil: Timestamp? {
    isHeld ? notBefore.map { Timestamp(clamping: $0) } : nil
  }
}

extension StoreContents {
  /// Shows an unsent event: its line, or what it changes in others.
  mutating func show(_ entry: OutboxEntry, before next: Message.ID? = nil) -> StoreChanges {
    let message = entry.message(by: userID)
    var changes = StoreChanges(rooms: [entry.room])
    if message.isShown {
      rooms[entry.room]?.waitingChanges.removeAll { $0.id == message.id }
      changes.formUnion(setUnsent(message, before: next))
    } else {
      changes.formUnion(removeUnsent(message.id, in: entry.room))
      if let change = entry.waitingChange { changes.formUnion(setWaiting(change, in: entry.room)) }
    }
    return changes
  }
}
