/// The id of stored content, made here and not to be guessed: 24 letters.
///
/// Because it is nothing else, it can be a name of a file.
struct MediaID: Hashable, Sendable {
  private static let length = 24

  let text: String

  /// A new one; 24 letters hold 136 bits.
  init() { text = RandomText.letters(Self.length) }

  /// Takes what has the form of an id of this server; nil for everything else.
  init?(_ text: String) {
    guard text.utf8.allSatisfy(\.isASCIILetter), text.utf8.count == Self.length else { return nil }
    self.text = text
  }
}
