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
    let isOurs = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      default: false
      }
    }
    guard isOurs, text.utf8.count == Self.length else { return nil }
    self.text = text
  }
}
