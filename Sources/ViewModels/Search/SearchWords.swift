import Models

/// The words of a search for messages, which are marked in what it finds.
///
/// They are compared as the index of the store does: without regard to case and accents, the last one as the
/// beginning of a word. Source: SQLite, "FTS5: Unicode61 Tokenizer".
nonisolated struct SearchWords: Sendable {
  private let words: Set<String>
  private let beginning: String?

  /// The most scalars that are shown before the first hit: on the narrowest screen the hit is in view.
  private static let scalarsBefore = 30
  /// The most that are shown in all; no two lines of a screen show more.
  private static let mostScalars = 400

  init(_ query: String) {
    var words: [String] = []
    Self.scan(query) { _, word in
      words.append(word)
      return true
    }
    beginning = words.popLast()
    self.words = Set(words)
  }

  /// The part of a text around the first hit, on one line; its beginning when it has none.
  func passage(of text: String, isNote: Bool = false) -> [FoundRow.Piece] {
    let scalars = text.unicodeScalars
    let start = firstHit(in: text).map { self.start(before: $0, in: text) } ?? text.startIndex
    let end =
      scalars.index(start, offsetBy: Self.mostScalars, limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    let part = String(scalars[start..<end]).oneLine
    return pieces(of: start > text.startIndex ? "…" + part : part, isNote: isNote)
  }

  private func firstHit(in text: String) -> String.Index? {
    var place: String.Index?
    Self.scan(text) { range, word in
      if matches(word) { place = range.lowerBound }
      return place == nil
    }
    return place
  }

  /// The beginning of a word not far before a hit; the hit itself when its line has no blank there.
  private func start(before hit: String.Index, in text: String) -> String.Index {
    let scalars = text.unicodeScalars
    guard
      let far = scalars.index(hit, offsetBy: -Self.scalarsBefore, limitedBy: scalars.startIndex),
      far > scalars.startIndex
    else { return text.startIndex }
    let blank = scalars[far..<hit].firstIndex { $0.properties.isWhitespace }
    return blank.map { scalars.index(after: $0) } ?? hit
  }

  private func pieces(of text: String, isNote: Bool) -> [FoundRow.Piece] {
    var pieces: [FoundRow.Piece] = []
    var end = text.startIndex
    func add(upTo next: String.Index, isHit: Bool) {
      guard next > end else { return }
      pieces.append(
        FoundRow.Piece(
          text: String(text.unicodeScalars[end..<next]), isHit: isHit, isNote: isNote))
      end = next
    }
    Self.scan(text) { range, word in
      guard matches(word) else { return true }
      add(upTo: range.lowerBound, isHit: false)
      add(upTo: range.upperBound, isHit: true)
      return true
    }
    add(upTo: text.endIndex, isHit: false)
    return pieces
  }

  private func matches(_ word: String) -> Bool {
    words.contains(word) || beginning.map { word.hasPrefix($0) } ?? false
  }

  /// Visits the words of a text, each in the form that is compared, until told to stop.
  private static func scan(_ text: String, visit: (Range<String.Index>, String) -> Bool) {
    let scalars = text.unicodeScalars
    var start: String.Index?
    var word = ""
    for index in scalars.indices {
      let scalar = scalars[index]
      if ComparedLetter.isPart(scalar, ofWord: start != nil) {
        start = start ?? index
        ComparedLetter.append(scalar, to: &word)
      } else if let first = start {
        guard visit(first..<index, word) else { return }
        start = nil
        word = ""
      }
    }
    if let start { _ = visit(start..<scalars.endIndex, word) }
  }
}
