import Terminal

/// A message's text with the ranges that mention the account.
struct MentionedText {
  /// A part of a line.
  struct Piece: Equatable {
    let text: SafeText
    let isMention: Bool
  }

  private let text: String
  private let mentions: [Range<Int>]

  /// Ranges are UTF-8 byte offsets in ascending order; ranges that do not fit the text are dropped.
  init(_ text: String, mentions: [Range<Int>]) {
    self.text = text
    self.mentions = mentions
  }

  /// Wraps the text at a width; beyond `limit` lines the last one ends in an ellipsis.
  func lines(columns: Int, limit: Int) -> [[Piece]] {
    if !mentions.isEmpty, let lines = markedLines(columns: columns, limit: limit) { return lines }
    return SafeText.wrapped(text, columns: columns, limit: limit).map {
      [Piece(text: $0, isMention: false)]
    }
  }

  /// Nil when the text exceeds the limit; truncated text is not highlighted.
  private func markedLines(columns: Int, limit: Int) -> [[Piece]]? {
    var safe = SafeText.empty
    var marked: [Range<Int>] = []
    for (part, isMention) in parts {
      let start = safe.string.utf8.count
      safe += SafeText(part, policy: .multiLine)
      if isMention { marked.append(start..<safe.string.utf8.count) }
    }
    let rows = TextLayout.ranges(of: safe, columns: columns)
    guard rows.count <= limit else { return nil }
    return rows.map { pieces(of: $0, in: safe.string, marked: marked) }
  }

  /// The text split at range boundaries.
  private var parts: [(String, isMention: Bool)] {
    var parts: [(String, isMention: Bool)] = []
    var end = 0
    let utf8 = text.utf8
    func add(upTo next: Int, isMention: Bool) {
      let range =
        utf8.index(utf8.startIndex, offsetBy: end)..<utf8.index(utf8.startIndex, offsetBy: next)
      parts.append((String(text[range]), isMention))
      end = next
    }
    for range in mentions where range.lowerBound >= end && range.upperBound <= utf8.count {
      add(upTo: range.lowerBound, isMention: false)
      add(upTo: range.upperBound, isMention: true)
    }
    add(upTo: utf8.count, isMention: false)
    return parts
  }

  private func pieces(
    of row: Range<String.Index>, in text: String, marked: [Range<Int>]
  ) -> [Piece] {
    let start = text.utf8.distance(from: text.startIndex, to: row.lowerBound)
    let end = text.utf8.distance(from: text.startIndex, to: row.upperBound)
    var pieces: [Piece] = []
    var place = start
    func add(upTo next: Int, isMention: Bool) {
      guard next > place else { return }
      let from = text.utf8.index(text.startIndex, offsetBy: place)
      let to = text.utf8.index(text.startIndex, offsetBy: next)
      pieces.append(Piece(text: SafeText(String(text[from..<to])), isMention: isMention))
      place = next
    }
    for range in marked where range.upperBound > start && range.lowerBound < end {
      add(upTo: max(range.lowerBound, start), isMention: false)
      add(upTo: min(range.upperBound, end), isMention: true)
    }
    add(upTo: end, isMention: false)
    return pieces
  }
}
