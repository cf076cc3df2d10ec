import Controllers

/// Classifies a draft: a message, a message that is too long, or text that looks like a command.
nonisolated struct ComposerDraft {
  /// What the composer shows.
  let text: String

  /// The commands, each with how it reads the text behind it.
  private static let commands: [Substring: TextForm] = [
    "/html": .html, "/me": .emote, "/plain": .plain, "/spoiler": .spoiler,
  ]

  init(_ text: String) {
    self.text = text
  }

  /// The draft whose message a text is.
  init(message: String) {
    text = message.hasPrefix("/") ? "/" + message : message
  }

  /// The message to send, with a leading double slash reduced to one; nil for text that looks like a
  /// command and is none, or lacks the text that the command sends.
  var message: OutgoingEvent? { ComposerDraft(text.withoutDirections).event }

  private var event: OutgoingEvent? {
    guard text.hasPrefix("/") else { return .text(text) }
    if text.hasPrefix("//") { return .text(String(text.dropFirst())) }
    // A path: no command has a slash inside.
    if word.dropFirst().contains("/") { return .text(text) }
    let rest = String(text.dropFirst(word.count + 1))
    if word == PollDraft.command { return PollDraft(rest).poll.map { .poll($0) } }
    if word == "/shrug" {
      return .text(rest.isBlank ? Self.shrug : "\(rest) \(Self.shrug)", as: .plain)
    }
    guard let form = Self.commands[word], !rest.isBlank else { return nil }
    return .text(rest, as: form)
  }

  /// Without formats: Markdown takes one of its arms for an escape.
  private static let shrug = "¯\\_(ツ)_/¯"

  /// What to do about a draft that is no message.
  var commandText: String {
    if word == PollDraft.command {
      return PollDraft(String(text.dropFirst(word.count + 1))).problemText
    }
    if word == "/leave" { return "Write nothing behind /leave." }
    return Self.commands[word] == nil
      ? "\(word.prefix(20)) is not a command. Add a second / to send it as text."
      : "Write the text behind \(word)."
  }

  private var word: Substring { text.prefix { !$0.isWhitespace } }

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
