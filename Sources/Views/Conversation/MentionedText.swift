import Terminal

/// A message's text with the ranges that mention the account.
struct MentionedText {
  private let text: String
  private let mentions: [Range<Int>]

  /// Ranges are UTF-8 byte offsets in ascending order; ranges that do not fit the text are dropped.
  init(_ text: String, mentions: [Range<Int>]) {
    self.text = text
    self.mentions = mentions
  }

  /// Wraps the text at a width, without most of many blank lines; beyond `limit` lines the last one says so.
  func lines(columns: Int, limit: Int) -> [[StyledText.Piece]] {
    if !mentions.isEmpty, let lines = markedLines(columns: columns, limit: limit) { return lines }
    var blanks = BlankRun()
    var lines: [[StyledText.Piece]] = []
    for row in TextLayout.wrap(SafeText(text, policy: .multiLine), columns: columns) {
      let line = [StyledText.Piece(text: row, role: .text)]
      guard blanks.shows(line) else { continue }
      guard lines.count < limit else { return lines.dropLast() + [CutText.line(columns: columns)] }
      lines.append(line)
    }
    return lines
  }

  /// Nil when the text exceeds the limit; truncated text is not highlighted.
  private func markedLines(columns: Int, limit: Int) -> [[StyledText.Piece]]? {
    var blanks = BlankRun()
    let rows = StyledText(parts).lines(columns: columns).filter { blanks.shows($0) }
    return rows.count <= limit ? rows : nil
  }

  /// The text split at range boundaries.
  private var parts: [StyledText.Part] {
    var parts: [StyledText.Part] = []
    var end = 0
    let utf8 = text.utf8
    func add(upTo next: Int, _ role: Role) {
      let range =
        utf8.index(utf8.startIndex, offsetBy: end)..<utf8.index(utf8.startIndex, offsetBy: next)
      parts.append(.init(text: String(text[range]), role: role))
      end = next
    }
    for range in mentions where range.lowerBound >= end && range.upperBound <= utf8.count {
      add(upTo: range.lowerBound, .text)
      add(upTo: range.upperBound, .mention)
    }
    add(upTo: utf8.count, .text)
    return parts
  }
}
