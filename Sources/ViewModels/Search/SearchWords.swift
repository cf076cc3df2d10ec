import Controllers
import Models

/// The words of a search for messages, which are marked in what it finds.
///
/// They are compared as the index of the store does: without regard to case and accents, the last one as the
/// beginning of a word. Source: SQLite, "FTS5: Unicode61 Tokenizer".
nonisolated struct SearchWords: Sendable {
  /// Each word of the query as the index divides it: its parts stand one behind the other in a text.
  private let phrases: [[String]]
  /// The phrases by their first parts.
  private let beginnings: [String: [Int]]

  /// A word of a text, in the form that is compared.
  private struct Word {
    let range: Range<String.Index>
    let text: String
  }

  /// The most scalars that are shown before the first hit: on the narrowest screen the hit is in view.
  private static let scalarsBefore = 30
  /// The most that are shown in all; no two lines of a screen show more.
  private static let mostScalars = 400

  init(_ query: String) {
    phrases = SearchTerms(query).words.map { Self.words(of: $0).map(\.text) }
      .filter { !$0.isEmpty }
    beginnings = Dictionary(grouping: phrases.indices) { [phrases] in phrases[$0][0] }
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
    let words = Self.words(of: text)
    return words.indices.first { hitCount(at: $0, of: words) > 0 }.map {
      words[$0].range.lowerBound
    }
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
      let part = String(text.unicodeScalars[end..<next])
      let before = isHit && pieces.last?.isHit == true ? pieces.removeLast().text : ""
      pieces.append(FoundRow.Piece(text: before + part, isHit: isHit, isNote: isNote))
      end = next
    }
    let words = Self.words(of: text)
    var hitEnd = words.startIndex
    for index in words.indices {
      hitEnd = max(hitEnd, index + hitCount(at: index, of: words))
      guard index < hitEnd else { continue }
      add(upTo: words[index].range.lowerBound, isHit: false)
      add(upTo: words[index].range.upperBound, isHit: true)
    }
    add(upTo: text.endIndex, isHit: false)
    return pieces
  }

  /// The number of words of the longest phrase that stands at a place in a text; 0 where none does.
  private func hitCount(at index: Int, of words: [Word]) -> Int {
    let rest = words[index...]
    var count = 0
    for number in beginnings[words[index].text] ?? [] where stands(number, at: rest) {
      count = max(count, phrases[number].count)
    }
    // The only part of the last word is the beginning of one.
    if let last = phrases.last, last.count == 1, words[index].text.hasPrefix(last[0]) {
      count = max(count, 1)
    }
    return count
  }

  private func stands(_ number: Int, at words: ArraySlice<Word>) -> Bool {
    let phrase = phrases[number]
    guard words.count >= phrase.count else { return false }
    let isLast = number == phrases.count - 1
    return zip(phrase, words).enumerated().allSatisfy { place, pair in
      isLast && place == phrase.count - 1
        ? pair.1.text.hasPrefix(pair.0) : pair.1.text == pair.0
    }
  }

  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    scan(text) { words.append(Word(range: $0, text: $1)) }
    return words
  }

  /// Visits the words of a text, each in the form that is compared.
  private static func scan(_ text: String, visit: (Range<String.Index>, String) -> Void) {
    let scalars = text.unicodeScalars
    var start: String.Index?
    var word = ""
    func end(at index: String.Index) {
      if let start { visit(start..<index, word) }
      (start, word) = (nil, "")
    }
    for index in scalars.indices {
      let scalar = scalars[index]
      if scalar.isWordOfItsOwn { end(at: index) }
      guard ComparedLetter.isPart(scalar, ofWord: start != nil) else {
        end(at: index)
        continue
      }
      start = start ?? index
      ComparedLetter.append(scalar, to: &word)
      if scalar.isWordOfItsOwn { end(at: scalars.index(after: index)) }
    }
    end(at: scalars.endIndex)
  }
}
