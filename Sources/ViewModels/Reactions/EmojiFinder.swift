import Signals

/// Finds emoji by their names.
struct EmojiFinder {
  private struct Entry: Sendable {
    let emoji: String
    let names: [String]
  }

  private let entries: [Entry]

  /// - Parameter table: One emoji a line: the emoji, a space, and its names separated by commas.
  init(_ table: String) {
    entries = table.split(separator: "\n").compactMap { line in
      guard let space = line.firstIndex(of: " ") else { return nil }
      let names = line[line.index(after: space)...].split(separator: ",")
      return Entry(emoji: String(line[..<space]), names: names.map { String($0).trimmed })
    }
  }

  /// Emoji with a name that begins with a text, then those that contain it.
  func suggestions(_ text: String) -> Signal<[PromptSuggestion], Never> {
    let term = Self.term(text)
    guard !term.isEmpty else { return .just([]) }
    let first = entries.filter { $0.names.contains { $0.hasPrefix(term) } }
    let rest = entries.filter { entry in
      entry.names.contains { $0.contains(term) } && !first.contains { $0.emoji == entry.emoji }
    }
    return .just(
      (first + rest).prefix(10).map {
        .init(nameText: $0.names.joined(separator: ", "), answerText: $0.emoji)
      })
  }

  /// The key of the reaction that an answer means: the emoji with this name, else the text itself.
  func key(_ answer: String) -> String {
    let term = Self.term(answer)
    return entries.first { $0.names.contains(term) }?.emoji ?? answer
  }

  /// Names may be typed as `:heart:`, with underscores.
  private static func term(_ text: String) -> String {
    let words = text.lowercased().replacing("_", with: " ").trimmed
    return words.hasPrefix(":") ? words.replacing(":", with: "").trimmed : words
  }
}
