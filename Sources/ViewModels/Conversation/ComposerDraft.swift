import Controllers

/// Classifies a draft: a message, a message that is too long, or text that looks like a command.
nonisolated struct ComposerDraft {
  /// What the composer shows.
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The draft whose message a text is.
  init(message: String) {
    text = message.hasPrefix("/") ? "/" + message : message
  }

  /// The text to send, with a leading double slash reduced to one; nil for text that looks like a
  /// command.
  var message: String? {
    guard text.hasPrefix("/") else { return text }
    return text.hasPrefix("//") ? String(text.dropFirst()) : nil
  }

  /// What to do about a draft that looks like a command.
  var commandText: String {
    let word = text.prefix { !$0.isWhitespace }.prefix(20)
    return "\(word) is not a command. Add a second / to send it as text."
  }

  /// By how much the draft exceeds the limit; empty when it fits into one message.
  var excessText: String {
    // Each byte becomes six at most, so most texts need no exact count.
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
