import Controllers
import Models
import Signals

extension ComposerViewModel {
  /// Puts the text of a sent message, or the caption of a file, into the composer, to change it; a file
  /// without a caption gets one.
  ///
  /// What was written there returns when the change is sent or dropped.
  public func change(_ row: MessageRowViewModel) {
    guard row.canChange.value, let message = row.shown else { return }
    draft.begin(
      changing: message.eventID.map { Message.ID($0) } ?? message.id,
      text: message.content.typedText ?? "")
    clearError()
  }

  static func removedText(isNew: Bool, key: String) -> String {
    "That message was removed" + (isNew ? ": \(key) sends this as a new one." : ".")
  }

  /// What to do about an empty composer that cannot be sent.
  public var blankText: String {
    guard isEditing else { return "Nothing to send yet" }
    let leave = chosen.value.key(.toMessages)
    return "To remove the message: \(leave), \(leave), then \(chosen.value.key(.actions))"
  }

  /// Whether an empty text removes the caption of the file whose message is being changed.
  static func removesCaption(
    _ draft: RoomDraft, in timeline: TimelineViewModel
  ) -> Property<Bool> {
    draft.change.combineLatest(with: timeline.version).map { [weak timeline] change, _ in
      guard let change, !change.original.isEmpty else { return false }
      return timeline?.messages.last { $0.isNamed(change.message) }?.content.isFile == true
    }
  }
}

nonisolated extension MessageContent {
  /// Whether its words are the caption of a file.
  fileprivate var isFile: Bool {
    switch self {
    case .image, .file: true
    default: false
    }
  }

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
    guard !isBeingRemoved else { return false }
    switch (content, delivery) {
    case (.text, .sent), (.text, .sending): return true
    case (.image, .sent), (.file, .sent): return eventID != nil
    default: return false
    }
  }
}

extension TimelineViewModel {
  /// Whether a message is known to be removed: others would see the words of a change all the same.
  func isRemoved(_ name: Message.ID) -> Bool {
    messages.last { $0.isNamed(name) }?.content == .redacted
  }

  /// The account's newest message whose words can be changed, or a newer one that waits until it is sent,
  /// and can be taken back instead.
  public var changeableRow: MessageRowViewModel? {
    rows.value.last {
      $0.isHeld.value || $0.canChange.value && $0.shown?.content.typedText != nil
    }
  }
}
