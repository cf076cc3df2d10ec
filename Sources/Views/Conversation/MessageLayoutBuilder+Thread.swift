import Terminal
import ViewModels

extension MessageLayoutBuilder {
  /// Adds the thread that the message begins, in one line; the mark proves that it is no text of a
  /// person.
  mutating func addThread() {
    guard let thread = content.thread else { return }
    let end = columns.bodyColumn + columns.bodyWidth
    let mark: Role = thread.unreadText.isEmpty ? .note : .accent
    var line: [MessageLayout.Span] = [.init(column: columns.markColumn, text: "⤷", role: mark)]
    var column = columns.bodyColumn
    func put(_ text: String, _ role: Role, before limit: Int) {
      guard !text.isEmpty, column < limit else { return }
      let piece = SafeText.line(text, columns: limit - column)
        .prefix(fittingColumns: limit - column)
      line.append(.init(column: column, text: piece, role: role))
      column += piece.width + 1
    }
    put(thread.countText, mark, before: end)
    put(thread.unreadText, thread.mentionsMe ? .mention : .accentStrong, before: end)
    put(thread.failedText, .error, before: end)
    put(thread.draftText, .accent, before: end)
    let time = SafeText(thread.timeText)
    // Where only one fits, the time says more than the beginning of a name.
    let limit = end - time.width - 1
    if limit - column > Self.narrowestLatest {
      for (index, (text, role)) in thread.latest.pieces.enumerated() {
        // The first piece is the name.
        put(text, role, before: index == 0 ? min(limit, column + Self.widestName) : limit)
      }
    }
    if column + time.width <= end {
      line.append(.init(column: column, text: time, role: .dim))
    }
    layout.lines.append(line)
  }

  private static let narrowestLatest = 8
  private static let widestName = 17
}
