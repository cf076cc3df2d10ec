/// What a word with a slash asks for that says nothing in the room.
nonisolated enum ComposerCommand: Equatable, Sendable {
  /// Searches messages for words, or shows the last search where there are none.
  case search(String)
  /// Joins the room with an address.
  case join(String)
  /// Invites a person to the open room.
  case invite(String)
  /// Changes what the open room is about.
  case topic(String)
  /// Leaves the open room.
  case leave

  /// Nil for another text.
  init?(_ text: String) {
    let word = text.prefix { !$0.isWhitespace }
    let rest = String(text.dropFirst(word.count)).trimmed
    switch word {
    case "/search": self = .search(rest)
    case "/join": self = .join(rest)
    case "/invite": self = .invite(rest)
    case "/topic": self = .topic(rest)
    case "/leave" where rest.isEmpty: self = .leave
    default: return nil
    }
  }
}
