import Controllers
import Models
import Signals

extension ComposerViewModel {
  /// Puts the text of a sent message into the composer, to change it.
  ///
  /// What was written there returns when the change is sent or dropped.
  public func change(_ row: MessageRowViewModel) {
    guard row.canChange.value, case .text(let text)? = row.shown?.content,
      let message = row.shown
    else { return }
    draft.begin(
      changing: message.eventID.map { Message.ID($0) } ?? message.id,
      text: ComposerDraft(message: text.body).text)
    clearError()
  }
}

extension Message {
  /// Whether its sender may change its text: a plain text that the server has or will get.
  var isChangeable: Bool {
    guard case .text(let text) = content, text.kind == .plain, pendingChange != .removal else {
      return false
    }
    switch delivery {
    case .sent, .sending: return true
    case .held, .failed: return false
    }
  }
}

extension MessageRowViewModel {
  /// Whether the account said here, as an emote or a notice, what cannot be changed.
  fileprivate var hasOwnFixedWords: Bool {
    guard isOwn, let shown, case .text(let text) = shown.content else { return false }
    return text.kind != .plain
  }
}

extension TimelineViewModel {
  /// The account's newest message whose text can be changed.
  ///
  /// Nil when a newer one has words that cannot: the user means those, not an older message.
  public var changeableRow: MessageRowViewModel? {
    let row = rows.value.last { $0.canChange.value || $0.hasOwnFixedWords }
    return row?.canChange.value == true ? row : nil
  }
}
