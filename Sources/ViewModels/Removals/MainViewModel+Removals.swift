import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks whether to remove a message for everybody.
  public func askToRemove(_ row: MessageRowViewModel) {
    confirmRemoval(of: row, reason: nil)
  }

  /// Asks why to remove a message, and then whether to do so.
  public func askToRemoveWithReason(_ row: MessageRowViewModel) {
    guard canRemove(row) else { return }
    questions.ask(
      "Why remove the message?", placeholder: "the reason, which everybody sees",
      about: quote(of: row)
    ) { [weak self, weak row] reason in
      if let row { self?.confirmRemoval(of: row, reason: reason) }
      return .empty
    }
  }

  /// Whether the account may remove the message of a row.
  public func canRemove(_ row: MessageRowViewModel) -> Bool {
    guard row.canRemove.value else { return false }
    return row.shown?.sender == session.userID
      || conversation.value?.timeline.canRemoveOthers.value == true
  }

  private func confirmRemoval(of row: MessageRowViewModel, reason: String?) {
    guard canRemove(row), let message = row.message else { return }
    let (sender, pause) = (session.sender, world.removalPause)
    let key = world.chosen.value.key(.undoLast)
    let because = reason.map { " Reason: \($0)" } ?? ""
    questions.confirm(
      "Remove this message for everybody?\(because)",
      "y: remove it (\(key) undoes that for \(pause.components.seconds) s), any other key: keep it",
      about: quote(of: row)
    ) {
      // The question closes once the removal is kept; the message tells the rest.
      sender.send(.redaction(message.id, reason: reason), to: message.room, after: pause)
        .take(first: 1).map { _ in }
    }
  }

  /// Takes a removal, or the end of a poll, back that is not due yet; has no effect on one that is on its
  /// way.
  public func undoHeldChange(of row: MessageRowViewModel) {
    guard let held = row.heldChange, let message = row.message else { return }
    _ = session.sender.takeBack(held.event, in: message.room).handled { _ in }.detached()
  }
}

extension MessageRowViewModel {
  /// The removal of the message, or the end of its poll, that can still be taken back.
  fileprivate var heldChange: (event: Message.ID, until: Timestamp)? {
    switch shown?.pendingChange {
    case .heldRemoval(let event, let until), .heldPollEnd(let event, let until): (event, until)
    default: nil
    }
  }

  /// The time until which the message can be taken back.
  fileprivate var heldUntil: Timestamp? {
    guard case .held(let until)? = shown?.delivery else { return nil }
    return until
  }
}

extension TimelineViewModel {
  /// The row whose removal, or end of a poll, can still be taken back, unless a message that can be was
  /// sent later.
  public var heldChangeRow: MessageRowViewModel? {
    let row = rows.value.max {
      ($0.heldChange?.until.milliseconds ?? 0) < ($1.heldChange?.until.milliseconds ?? 0)
    }
    guard let until = row?.heldChange?.until else { return nil }
    let sent = heldRow?.heldUntil?.milliseconds ?? 0
    return sent > until.milliseconds ? nil : row
  }
}

extension Message {
  /// Whether the server has or will get the message, with content to remove.
  var isRemovable: Bool {
    guard !isBeingRemoved else { return false }
    switch delivery {
    case .sent, .sending: break
    case .held, .failed: return false
    }
    switch content {
    case .text, .image, .sticker, .file, .location, .poll, .encrypted, .unknown: return true
    case .redacted, .membership, .roomName, .roomTopic, .roomChange, .roomCreated,
      .encryptionEnabled, .call, .unsentAction:
      return false
    }
  }
}
