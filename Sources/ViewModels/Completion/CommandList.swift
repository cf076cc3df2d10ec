/// The words with a slash that the composer knows, each with what it does.
nonisolated enum CommandList {
  static let all: [(word: String, explanation: String)] = [
    ("/html", "send HTML"),
    ("/invite", "invite somebody to the room"),
    ("/join", "join a room by its address"),
    ("/leave", "leave the room"),
    ("/me", "say what you do"),
    ("/plain", "send the text as it is, without formats"),
    ("/poll", "ask: question | answer | answer"),
    ("/search", "find messages that have some words"),
    ("/shrug", "send ¯\\_(ツ)_/¯, perhaps behind some words"),
    ("/spoiler", "cover the text until its reader uncovers it"),
    ("/topic", "change what the room is about"),
  ]

  /// Commands that begin with a text.
  static func completions(_ term: String) -> [Completion] {
    all.filter { $0.word.dropFirst().hasPrefix(term) }.prefix(Completion.most).map {
      Completion(titleText: $0.word, noteText: $0.explanation, words: $0.word)
    }
  }
}
