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

  /// The emoji that a text may mean, best first.
  func suggestions(_ text: String) -> Signal<[PromptSuggestion], Never> {
    .just(
      matches(text).prefix(10).map {
        .init(nameText: $0.names.joined(separator: ", "), answerText: $0.emoji)
      })
  }

  /// The key of the reaction that an answer means: the emoji that its name means best, else the text.
  ///
  /// What stands in quotes is a text in any case.
  func key(_ answer: String) -> String {
    if answer.count > 2, answer.hasPrefix("\""), answer.hasSuffix("\"") {
      return String(answer.dropFirst().dropLast())
    }
    return matches(answer).first?.emoji ?? answer
  }

  /// Emoji with this name, then those with a name that begins with it, then those that contain it.
  private func matches(_ text: String) -> [Entry] {
    let term = Self.term(text)
    guard !term.isEmpty else { return [] }
    let ranks: [(String) -> Bool] = [
      { $0 == term }, { $0.hasPrefix(term) }, { $0.contains(term) },
    ]
    var rest = entries
    return ranks.flatMap { fits in
      let found = rest.filter { $0.names.contains(where: fits) }
      rest.removeAll { $0.names.contains(where: fits) }
      return found
    }
  }

  /// Names may be typed as `:heart:`, with underscores.
  private static func term(_ text: String) -> String {
    let words = text.lowercased().replacing("_", with: " ").trimmed
    return words.hasPrefix(":") ? words.replacing(":", with: "").trimmed : words
  }
}

extension EmojiFinder {
  /// Emoji with a shortcode that begins with a text, then those that contain it.
  func completions(_ term: String) -> [Completion] {
    let term = Self.term(term)
    func name(_ entry: Entry, where matches: (String) -> Bool) -> Completion? {
      entry.names.first(where: matches).map {
        Completion(
          titleText: entry.emoji, noteText: ":\($0.replacing(" ", with: "_")):", words: entry.emoji)
      }
    }
    let first = entries.compactMap { name($0) { $0.hasPrefix(term) } }
    let rest = entries.lazy.compactMap { entry in
      entry.names.contains { $0.hasPrefix(term) } ? nil : name(entry) { $0.contains(term) }
    }
    return Array((first + rest.prefix(Completion.most)).prefix(Completion.most))
  }
}
