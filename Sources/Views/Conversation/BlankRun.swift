import Terminal

/// The blank lines of a message that follow each other.
///
/// A text may have thousands of them, by accident or to push the messages of others off the screen; a timeline
/// shows a few.
struct BlankRun {
  private static let most = 2

  private var count = 0

  /// Whether to show the next line of the text.
  mutating func shows(_ line: [StyledText.Piece]) -> Bool {
    let isBlank = line.allSatisfy { $0.text.string.allSatisfy(\.isWhitespace) }
    count = isBlank ? count + 1 : 0
    return count <= Self.most
  }
}
