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

  /// The key of the reaction that an answer means: the emoji itself, or the one that its name means best.
  ///
  /// What stands in quotes is a text in any case. Nil for other words: a mistyped name would become a text
  /// that everybody reads.
  func key(_ answer: String) -> String? {
    if answer.count > 2, answer.hasPrefix("\""), answer.hasSuffix("\"") {
      return String(answer.dropFirst().dropLast())
    }
    return matches(answer).first?.emoji ?? (answer.allSatisfy(Self.isEmoji) ? answer : nil)
  }

  /// Whether a character is a picture, which digits and letters with a sign around them are not by themselves.
  private static func isEmoji(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    // Those below are signs of text, such as © and ‼, unless the selector behind them says otherwise.
    return first.value >= 0x231A || scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{20E3}" }
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

  /// Names may be typed as `:heart:`, with underscores; the table has the usual codes in this way.
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
