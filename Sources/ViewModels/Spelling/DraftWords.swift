/// The words of a draft that a dictionary can know.
///
/// No word is what belongs to a command, code, an address, a mention, the name of an emoji, an acronym
/// or a name with capitals inside.
nonisolated struct DraftWords {
  struct Word: Equatable, Sendable {
    let text: String
    /// The characters of the draft.
    let range: Range<Int>
  }

  private(set) var all: [Word] = []
  private let text: String
  private let kinds: [CharacterKind]
  /// How many bytes come before each character.
  private let offsets: [Int]
  private var isCode = false

  /// Longer drafts are not checked: they were pasted.
  private static let mostBytes = 20_000

  init(_ text: String) {
    self.text = text
    guard text.utf8.count <= Self.mostBytes, !text.hasPrefix("/html") else {
      (kinds, offsets) = ([], [])
      return
    }
    (kinds, offsets) = Self.kinds(of: text)
    var start = text.hasPrefix("/") ? kinds.firstIndex(of: .blank) ?? kinds.count : 0
    while start < kinds.count {
      let end = kinds[start...].firstIndex(of: .blank) ?? kinds.count
      take(start..<end)
      start = end + 1
    }
  }

  private static func kinds(of text: String) -> ([CharacterKind], [Int]) {
    // Each key has the words found again, and most drafts are ASCII: each byte is a character then.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      return (text.utf8.map(CharacterKind.init(ascii:)), Array(0...text.utf8.count))
    }
    var (kinds, offsets, offset) = ([CharacterKind](), [Int](), 0)
    kinds.reserveCapacity(text.utf8.count)
    offsets.reserveCapacity(text.utf8.count + 1)
    for character in text {
      kinds.append(CharacterKind(character))
      offsets.append(offset)
      offset += character.utf8.count
    }
    return (kinds, offsets + [offset])
  }

  /// Takes what stands between two blanks.
  private mutating func take(_ range: Range<Int>) {
    let token = kinds[range]
    guard !token.contains(.code) else {
      let marks = token.split(omittingEmptySubsequences: false) { $0 != .code }
        .count { !$0.isEmpty }
      if !marks.isMultiple(of: 2) { isCode.toggle() }
      return
    }
    guard !isCode, Self.isProse(token) else { return }
    var start = range.lowerBound
    for index in range.lowerBound...range.upperBound {
      let isInside = index < range.upperBound && Self.isPart(index, of: token)
      if isInside { continue }
      add(start..<index)
      start = index + 1
    }
  }

  private mutating func add(_ range: Range<Int>) {
    guard range.count > 1, !kinds[range].contains(.unseparated),
      !kinds[range].dropFirst().contains(.capital)
    else { return }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: offsets[range.lowerBound])
    let end = bytes.index(bytes.startIndex, offsetBy: offsets[range.upperBound])
    let word = text[start..<end]
    let hasMark = kinds[range].contains(.apostrophe)
    all.append(
      Word(
        text: hasMark ? String(word.map { $0 == "’" ? "'" : $0 }) : String(word), range: range))
  }

  private static func isProse(_ token: ArraySlice<CharacterKind>) -> Bool {
    if token.first == .colon, token.count > 2, token.last == .colon { return false }
    if token.first == .hash, token.count > 1 { return false }
    return !token.contains(.foreign)
      && !token.indices.contains {
        (token[$0] == .joint || token[$0] == .colon) && isBetweenLetters($0, of: token)
      }
  }

  private static func isPart(_ index: Int, of token: ArraySlice<CharacterKind>) -> Bool {
    token[index].isLetter || token[index] == .apostrophe && isBetweenLetters(index, of: token)
  }

  private static func isBetweenLetters(_ index: Int, of token: ArraySlice<CharacterKind>) -> Bool {
    index > token.startIndex && index + 1 < token.endIndex && token[index - 1].isLetter
      && token[index + 1].isLetter
  }
}
