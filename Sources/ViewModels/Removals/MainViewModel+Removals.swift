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
    questions.ask("Why remove the message?", placeholder: "the reason, which everybody sees") {
      [weak self, weak row] reason in
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
    let sender = session.sender
    let because = reason.map { " Reason: \($0)" } ?? ""
    questions.confirm(
      "Remove this message for everybody?\(because)", "y: remove it, any other key: keep it"
    ) {
      // The question closes once the removal is kept; the message tells the rest.
      sender.send(.redaction(message.id, reason: reason), to: message.room).take(first: 1)
        .map { _ in }
    }
  }
}

extension Message {
  /// Whether the server has or will get the message, with content to remove.
  var isRemovable: Bool {
    guard pendingChange != .removal else { return false }
    switch delivery {
    case .sent, .sending: break
    case .held, .failed: return false
    }
    switch content {
    case .text, .image, .sticker, .file, .location, .encrypted, .unknown: return true
    case .redacted, .membership, .roomName, .roomTopic, .roomChange, .roomCreated,
      .encryptionEnabled,
      .unsentAction:
      return false
    }
  }
}
