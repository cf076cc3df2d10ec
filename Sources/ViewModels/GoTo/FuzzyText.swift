/// A text in which others are found by some of their letters.
nonisolated struct FuzzyText: Sendable {
  private let letters: [Unicode.Scalar]
  /// One bit for each letter that occurs: most texts lack one of those that are looked for.
  private let mask: UInt64

  init(_ text: String) {
    letters = Array(text.lowercased().unicodeScalars)
    mask = Self.mask(letters)
  }

  /// How well the text has the letters of another one in their order; nil when it does not.
  func match(_ term: FuzzyText) -> FuzzyMatch? {
    guard term.mask & ~mask == 0, !term.letters.isEmpty else { return nil }
    if letters.starts(with: term.letters) {
      return FuzzyMatch(letters.count == term.letters.count ? .same : .beginning)
    }
    var contains = false
    for index in letters.indices where letters[index...].starts(with: term.letters) {
      if isWordStart(index) { return FuzzyMatch(.word) }
      contains = true
    }
    return contains ? FuzzyMatch(.part) : scattered(term.letters)
  }

  /// The letters at the beginnings of words and after each other, else wherever they are.
  private func scattered(_ term: [Unicode.Scalar]) -> FuzzyMatch? {
    if hasInitials(term) { return FuzzyMatch(.initials) }
    var rest = term[...]
    var (first, last) = (0, 0)
    for (index, letter) in letters.enumerated() where letter == rest.first {
      if rest.count == term.count { first = index }
      last = index
      rest.removeFirst()
    }
    return rest.isEmpty ? FuzzyMatch(.scattered, span: last - first) : nil
  }

  /// Whether each letter follows the one before or begins the next word that it can begin.
  private func hasInitials(_ term: [Unicode.Scalar]) -> Bool {
    var next = letters.startIndex
    for (index, letter) in term.enumerated() {
      let follows = index > 0 && next < letters.endIndex && letters[next] == letter
      if !follows {
        let place = letters[next...].indices.first { letters[$0] == letter && isWordStart($0) }
        guard let place else { return false }
        next = place
      }
      next += 1
    }
    return true
  }

  private func isWordStart(_ index: Int) -> Bool {
    index == 0 || !letters[index - 1].properties.isAlphabetic && !isDigit(letters[index - 1])
  }

  private func isDigit(_ letter: Unicode.Scalar) -> Bool { ("0"..."9").contains(letter) }

  private static func mask(_ letters: [Unicode.Scalar]) -> UInt64 {
    letters.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }
}

/// How well a text has the letters that were looked for; the best match is the smallest.
nonisolated struct FuzzyMatch: Comparable {
  /// Where the letters are.
  enum Place: Int {
    case same, beginning, word, part, initials, scattered
  }

  let place: Place
  /// The number of letters between the first and the last one that are scattered.
  let span: Int

  init(_ place: Place, span: Int = 0) {
    self.place = place
    self.span = span
  }

  static func < (left: FuzzyMatch, right: FuzzyMatch) -> Bool {
    (left.place.rawValue, left.span) < (right.place.rawValue, right.span)
  }
}
