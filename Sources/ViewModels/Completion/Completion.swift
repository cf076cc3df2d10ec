import Models

/// What the word before the cursor may become.
public nonisolated struct Completion: Equatable, Sendable {
  /// The name of a person or room, an emoji, or a command.
  public let titleText: String
  /// What tells it from others: an ID, an address, a name, an explanation.
  public let noteText: String
  /// What stands in the text instead of the word.
  let words: String
  /// What the words link to.
  let target: PillTarget?

  init(titleText: String, noteText: String, words: String, target: PillTarget? = nil) {
    self.titleText = titleText
    self.noteText = noteText
    self.words = words
    self.target = target
  }

  /// The most of them that are shown at once.
  static let most = 6
}

/// A change of the composer's text.
public nonisolated struct CompletionEdit: Equatable, Sendable {
  /// The characters to replace.
  public let range: Range<Int>
  /// What takes their place; the cursor is behind it then.
  public let text: String

  package init(range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }
}
