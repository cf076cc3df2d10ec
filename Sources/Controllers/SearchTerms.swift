/// The text of a search for messages, taken apart.
package struct SearchTerms: Hashable, Sendable {
  /// The words that a message must contain.
  package private(set) var words: [String] = []
  /// The beginnings of user IDs, or parts of names, of which a sender must have one; empty for anybody.
  package private(set) var senders: [String] = []

  private static let sender = "from:"

  /// Whether nothing is searched for.
  package var isEmpty: Bool { words.isEmpty && senders.isEmpty }

  /// Takes a text apart: each `from:NAME` in it names a sender, all else is a word.
  package init(_ text: String) {
    for part in text.split(whereSeparator: \.isWhitespace) {
      guard part.lowercased().hasPrefix(Self.sender) else {
        words.append(String(part))
        continue
      }
      let name = part.dropFirst(Self.sender.count)
      if !name.isEmpty { senders.append(String(name)) }
    }
  }
}
