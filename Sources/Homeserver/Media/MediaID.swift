/// The id of stored content: 24 random letters, which no one can guess and which are safe as a file
/// name.
struct MediaID: Hashable, Sendable {
  private static let length = 24

  let text: String

  /// Makes an id; 24 letters hold 136 bits.
  init() { text = RandomText.letters(Self.length) }

  /// Nil for a text that this server cannot have made.
  init?(_ text: String) {
    guard text.utf8.allSatisfy(\.isASCIILetter), text.utf8.count == Self.length else { return nil }
    self.text = text
  }
}
