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
  private let characters: DraftCharacters
  private var isCode = false

  /// Longer drafts are not checked: they were pasted.
  private static let mostBytes = 20_000

  init(_ text: String) {
    self.text = text
    guard text.utf8.count <= Self.mostBytes, !text.hasPrefix("/html") else {
      characters = DraftCharacters("")
      return
    }
    characters = DraftCharacters(text)
    let kinds = characters.kinds
    var start = text.hasPrefix("/") ? kinds.firstIndex(of: .blank) ?? kinds.count : 0
    var token = DraftToken()
    for index in start..<max(start, kinds.count) {
      if kinds[index] == .blank {
        take(token, start..<index)
        (start, token) = (index + 1, DraftToken())
      } else {
        token.add(kinds[index])
      }
    }
    take(token, start..<kinds.count)
  }

  /// Takes what stands between two blanks.
  private mutating func take(_ token: DraftToken, _ range: Range<Int>) {
    if token.togglesCode { isCode.toggle() }
    guard !token.hasCode, !isCode, token.isProse else { return }
    var start = range.lowerBound
    for index in range where !isPart(index, of: range) {
      add(start..<index)
      start = index + 1
    }
    add(start..<range.upperBound)
  }

  private mutating func add(_ range: Range<Int>) {
    guard range.count > 1 else { return }
    var hasMark = false
    for index in range {
      switch characters.kinds[index] {
      case .unseparated: return
      case .capital where index > range.lowerBound: return
      case .apostrophe: hasMark = true
      default: break
      }
    }
    let word = text.utf8[characters.bytes(of: range, in: text)]
    let spelled = String(Substring(word))
    all.append(
      Word(
        text: hasMark ? String(spelled.map { $0 == "’" ? "'" : $0 }) : spelled, range: range))
  }

  /// Whether a character is of a word: a letter, or an apostrophe between letters.
  private func isPart(_ index: Int, of token: Range<Int>) -> Bool {
    let kinds = characters.kinds
    return kinds[index].isLetter
      || kinds[index] == .apostrophe && index > token.lowerBound && index + 1 < token.upperBound
        && kinds[index - 1].isLetter && kinds[index + 1].isLetter
  }
}
