import Models

/// The blocks of a formatted text while it is read: closed ones, and the one that text is added to.
struct BlockList {
  /// A run to which text is added.
  private struct OpenRun {
    var text: String
    let traits: TextTraits
    let person: UserID?
    let link: String?
    let colors: TextColors
  }

  private(set) var blocks: [TextBlock] = []
  private(set) var runCount = 0
  var quoteDepth = 0
  var listDepth = 0
  /// Where text that is added leads.
  var link: String?
  /// The colours of text that is added.
  var colors = TextColors()
  /// The bullet or number of the entry that has just begun.
  var marker: String?

  private var kind = TextBlockKind.paragraph
  private var runs: [OpenRun] = []
  /// How many rows of tables are open: a table in a cell adds its text to the cell.
  private var rowDepth = 0
  private var isNewTable = false
  private var beginsCell = false
  /// Whether a space or a line break before the next text has no effect.
  private var isAtStart = true
  private var codeDepth = 0

  /// Deeper quotes and lists are shown as if they were this deep.
  private static let mostLevels = 6

  var isCode: Bool { codeDepth > 0 }
  private var isInRow: Bool { rowDepth > 0 }

  /// The number of runs of the open block.
  var openRunCount: Int { runs.count }

  func text(from start: Int) -> String {
    runs.dropFirst(start).map(\.text).joined()
  }

  mutating func add(_ text: String, _ traits: TextTraits) {
    append(isCode ? text : collapsed(text), traits)
  }

  mutating func breakLine(_ traits: TextTraits) {
    if isInRow { return add(" ", traits) }
    trimEnd()
    append("\n", traits)
    isAtStart = !isCode
  }

  /// Closes the open block; in a row of a table, there is only one.
  mutating func close() {
    guard !isInRow else { return add(" ", []) }
    trimEnd()
    while runs.last?.text == "\n" { runs.removeLast() }
    // An entry whose own words follow in another block gives it the bullet.
    if !runs.isEmpty { take(kind) }
    runs = []
    isAtStart = true
    kind = isCode ? kind : .paragraph
  }

  mutating func open(_ kind: TextBlockKind) {
    close()
    if !isInRow, !isCode { self.kind = kind }
  }

  mutating func addRule() {
    guard !isInRow else { return }
    close()
    take(.rule)
  }

  mutating func beginCode() {
    close()
    codeDepth += 1
    if !isInRow { kind = .code(language: nil) }
  }

  mutating func name(language: String?) {
    if case .code(nil) = kind, runs.isEmpty { kind = .code(language: language) }
  }

  mutating func endCode() {
    if !isInRow, let last = runs.last, last.text.hasSuffix("\n") {
      runs[runs.count - 1].text.removeLast()
    }
    if runs.last?.text.isEmpty == true { runs.removeLast() }
    codeDepth -= 1
    close()
  }

  mutating func beginTable() {
    close()
    isNewTable = isNewTable || !isInRow
  }

  mutating func beginRow() {
    close()
    rowDepth += 1
    guard rowDepth == 1 else { return }
    kind = .tableRow(isFirst: isNewTable)
  }

  mutating func beginCell() {
    guard rowDepth == 1 else { return close() }
    trimEnd()
    beginsCell = true
    append("", [])
    isAtStart = true
  }

  mutating func endRow() {
    guard isInRow else { return }
    rowDepth -= 1
    guard rowDepth == 0 else { return close() }
    trimEnd()
    if !runs.isEmpty {
      take(kind)
      isNewTable = false
    }
    runs = []
    kind = .paragraph
    isAtStart = true
  }

  /// Replaces runs by the name that the program gives, or marks them as the name of a person.
  mutating func replace(from start: Int, with name: String?, _ traits: TextTraits, person: UserID?)
  {
    guard start <= runs.count else { return }
    let old = text(from: start)
    let begins = start < runs.count && runs[start].traits.contains(.cellStart)
    runs.removeSubrange(start...)
    beginsCell = begins
    append(name ?? old, traits.union(.pill), person: person)
  }

  private mutating func take(_ kind: TextBlockKind) {
    blocks.append(
      TextBlock(
        kind: kind, quoteDepth: min(quoteDepth, Self.mostLevels),
        listDepth: min(listDepth, Self.mostLevels), marker: marker,
        runs: runs.map {
          TextRun(
            $0.text, $0.traits, person: $0.person, link: $0.link, color: $0.colors.text,
            ground: $0.colors.ground)
        }))
    marker = nil
    runCount += 1
    if kind == .rule { runs = [] }
  }

  private mutating func append(_ text: String, _ traits: TextTraits, person: UserID? = nil) {
    guard !text.isEmpty || beginsCell else { return }
    var traits = traits
    if beginsCell { traits.insert(.cellStart) }
    beginsCell = false
    if text != "\n", person == nil, let last = runs.last, last.person == nil, last.text != "\n",
      last.link == link, last.colors == colors, last.traits.subtracting(.cellStart) == traits
    {
      runs[runs.count - 1].text += text
    } else {
      runCount += 1
      runs.append(
        OpenRun(text: text, traits: traits, person: person, link: link, colors: colors))
    }
  }

  /// The text with each group of spaces and line breaks as one space.
  private mutating func collapsed(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ", "\t", "\n", "\r", "\u{0C}":
        if !isAtStart { result.unicodeScalars.append(" ") }
        isAtStart = true
      default:
        result.unicodeScalars.append(scalar)
        isAtStart = false
      }
    }
    return result
  }

  private mutating func trimEnd() {
    guard !isCode, let last = runs.last, last.text.hasSuffix(" ") else { return }
    runs[runs.count - 1].text.removeLast()
    if runs[runs.count - 1].text.isEmpty, !last.traits.contains(.cellStart) { runs.removeLast() }
  }
}
