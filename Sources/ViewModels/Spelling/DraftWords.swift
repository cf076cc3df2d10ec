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
  private var isCode = false

  /// Longer drafts are not checked: they were pasted.
  private static let mostBytes = 20_000

  init(_ text: String) {
    guard text.utf8.count <= Self.mostBytes, !text.hasPrefix("/html") else { return }
    let characters = Array(text)
    var start =
      text.hasPrefix("/") ? characters.firstIndex(where: \.isWhitespace) ?? characters.count : 0
    while start < characters.count {
      let rest = characters[start...]
      let end = rest.firstIndex(where: \.isWhitespace) ?? characters.count
      take(characters[start..<end])
      start = end + 1
    }
  }

  /// Takes what stands between two blanks.
  private mutating func take(_ token: ArraySlice<Character>) {
    guard !token.contains("`") else {
      let marks = token.split(omittingEmptySubsequences: false) { $0 != "`" }.count { !$0.isEmpty }
      if !marks.isMultiple(of: 2) { isCode.toggle() }
      return
    }
    guard !isCode, Self.isProse(token) else { return }
    var start = token.startIndex
    for index in token.startIndex...token.endIndex {
      let isInside = index < token.endIndex && Self.isPart(index, of: token)
      if isInside { continue }
      add(token[start..<index])
      start = index + 1
    }
  }

  private mutating func add(_ word: ArraySlice<Character>) {
    guard word.count > 1, word.dropFirst().allSatisfy({ !$0.isUppercase }),
      // Scripts whose words no blanks separate.
      word.allSatisfy({ $0 == "’" || ($0.unicodeScalars.first?.value ?? 0) < 0x0E00 })
    else { return }
    all.append(
      Word(
        text: String(word.map { $0 == "’" ? "'" : $0 }), range: word.startIndex..<word.endIndex))
  }

  private static func isProse(_ token: ArraySlice<Character>) -> Bool {
    if token.first == ":", token.count > 2, token.last == ":" { return false }
    if token.first == "#", token.count > 1 { return false }
    return !token.contains { $0.isNumber || "@/\\=<>|$%{}".contains($0) }
      && !token.indices.contains { "._:".contains(token[$0]) && isBetweenLetters($0, of: token) }
  }

  private static func isPart(_ index: Int, of token: ArraySlice<Character>) -> Bool {
    token[index].isLetter || "'’".contains(token[index]) && isBetweenLetters(index, of: token)
  }

  private static func isBetweenLetters(_ index: Int, of token: ArraySlice<Character>) -> Bool {
    index > token.startIndex && index + 1 < token.endIndex && token[index - 1].isLetter
      && token[index + 1].isLetter
  }
}
