/// The characters of an input line's text, one after the other.
///
/// Each key has all of them looked at. An ASCII character before another one joins nothing, so its byte is
/// enough: the rules of grapheme clusters take a hundred times as long.
nonisolated struct EditorCharacters {
  enum Element {
    case ascii(UInt8)
    case other(Character)
  }

  /// The text, in contiguous memory.
  let text: String
  /// How many bytes come before the next character.
  private(set) var offset = 0

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  mutating func next() -> Element? {
    let bytes = text.utf8.span
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    let isAlone =
      byte < 0x80 && byte != 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] < 0x80)
    if isAlone {
      offset += 1
      return .ascii(byte)
    }
    let character = text[text.utf8.index(text.startIndex, offsetBy: offset)]
    offset += character.utf8.count
    return .other(character)
  }
}
