import Terminal
import ViewModels

extension MessageLayoutBuilder {
  /// Adds the message that this one replies to, in one line; the mark proves that it is no text of
  /// the sender.
  mutating func addQuote() {
    guard let quote = content.quote else { return }
    var line: [MessageLayout.Span] = [.init(column: columns.markColumn, text: "╭", role: .rule)]
    let end = columns.bodyColumn + columns.bodyWidth
    var column = columns.bodyColumn
    for (text, role) in quote.pieces where column < end {
      let piece = SafeText.line(text, columns: end - column).prefix(fittingColumns: end - column)
      line.append(.init(column: column, text: piece, role: role))
      column += piece.width + 1
    }
    layout.lines.append(line)
  }
}

extension Region {
  /// Draws a quote in the first row, from a column on.
  func put(_ quote: QuoteText, column first: Int = 0) {
    let width = rect.columns
    var column = first
    for (text, role) in quote.pieces where column < width {
      column += put(text, column: column, role, width: width - column) + 1
    }
  }
}

extension QuoteText {
  /// The name, the program's words and the person's, where there are any.
  var pieces: [(String, Role)] {
    let name = senderText.isEmpty ? "" : senderText + ":"
    return [(name, Role.sender(colorIndex)), (noteText, .note), (bodyText, .dim)]
      .filter { !$0.0.isEmpty }
  }
}
