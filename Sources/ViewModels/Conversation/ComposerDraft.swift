import Controllers

/// What a draft is: a message, one that is too long, or something that looks like a command.
nonisolated struct ComposerDraft {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The text to send, without the first of two slashes; nil for what looks like a command.
  var message: String? {
    guard text.hasPrefix("/") else { return text }
    return text.hasPrefix("//") ? String(text.dropFirst()) : nil
  }

  /// What to do with a draft that looks like a command.
  var commandText: String {
    let word = text.prefix { !$0.isWhitespace }.prefix(20)
    return "\(word) is no command. Put another / before it to send it as text."
  }

  /// How much is too much; empty when the draft fits into one message.
  var excessText: String {
    // Every byte becomes six at most, so most texts need no closer look.
    guard text.utf8.count > MessageText.mostBytes / 6 else { return "" }
    var excess = MessageText.byteCount(text) - MessageText.mostBytes
    guard excess > 0 else { return "" }
    var characters = 0
    for character in text.reversed() where excess > 0 {
      excess -= MessageText.byteCount(String(character))
      characters += 1
    }
    let noun = characters == 1 ? "character" : "characters"
    return "Too long by \(characters) \(noun): shorten it, or send it in parts."
  }
}
