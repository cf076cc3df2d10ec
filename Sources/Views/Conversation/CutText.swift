import Terminal

/// The program's words where the rest of a message is not shown.
enum CutText {
  private static let words: SafeText = "… the actions menu reads the rest"

  /// The last line of a text that is longer than a timeline shows.
  static func line(columns: Int) -> [StyledText.Piece] {
    [.init(text: words.prefix(fittingColumns: columns), role: .note)]
  }
}
