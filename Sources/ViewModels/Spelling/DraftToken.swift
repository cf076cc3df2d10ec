/// What the characters between two blanks of a draft are together, taken one after the other.
nonisolated struct DraftToken {
  /// How many marks of code are among them; several in a row are one.
  private var codeMarks = 0
  private var count = 0
  private var first: CharacterKind?
  private var last: CharacterKind?
  private var isForeign = false
  /// Whether the last one stands behind a letter, and joins it with a letter that follows.
  private var mayJoin = false

  var hasCode: Bool { codeMarks > 0 }

  /// Whether code begins here, or ends, and does not do both.
  var togglesCode: Bool { !codeMarks.isMultiple(of: 2) }

  /// Whether dictionaries may know its words: it is no address, number, tag, emoji's name or file's name.
  var isProse: Bool {
    if first == .colon, count > 2, last == .colon { return false }
    return !isForeign && !(first == .hash && count > 1)
  }

  mutating func add(_ kind: CharacterKind) {
    switch kind {
    case .code where last != .code: codeMarks += 1
    case .foreign: isForeign = true
    case _ where kind.isLetter && mayJoin: isForeign = true
    default: break
    }
    mayJoin = (kind == .joint || kind == .colon) && last?.isLetter == true
    first = first ?? kind
    last = kind
    count += 1
  }
}
