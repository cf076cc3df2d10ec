import Controllers
import Models
import Signals

extension ComposerViewModel {
  /// Puts the text of a sent message, or the caption of a file, into the composer, to change it.
  ///
  /// What was written there returns when the change is sent or dropped.
  public func change(_ row: MessageRowViewModel) {
    guard row.canChange.value, let message = row.shown,
      let typed = message.content.typedText
    else { return }
    draft.begin(
      changing: message.eventID.map { Message.ID($0) } ?? message.id, text: typed)
    clearError()
  }
}

nonisolated extension MessageContent {
  /// What to type to say the same again: a text, or a file's caption; nil for others.
  var typedText: String? {
    switch self {
    case .text(let text): text.draft ?? ComposerDraft(message: text.body).text
    case .image(let image): image.caption.map { ComposerDraft(message: $0).text }
    case .file(let file): file.caption.map { ComposerDraft(message: $0).text }
    default: nil
    }
  }
}

nonisolated extension Message {
  /// Whether its sender may change its words: those of a message that the server has or will get.
  ///
  /// A file has no address until the server has it, so its caption can be changed only then.
  var isChangeable: Bool {
    guard content.typedText != nil, !isBeingRemoved else { return false }
    let isText = if case .text = content { true } else { false }
    switch delivery {
    case .sent: return isText || eventID != nil
    case .sending: return isText
    case .held, .failed: return false
    }
  }
}

extension TimelineViewModel {
  /// The account's newest message whose words can be changed.
  public var changeableRow: MessageRowViewModel? { rows.value.last { $0.canChange.value } }
}
