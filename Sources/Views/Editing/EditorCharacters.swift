/// The characters of an input line's text.
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

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  /// Passes each character, and how many bytes there are up to its end.
  func forEach(_ body: (Element, _ end: Int) -> Void) {
    let bytes = text.utf8.span
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      let isAlone =
        byte < 0x80 && byte != 0x0D && (offset + 1 == bytes.count || bytes[offset + 1] < 0x80)
      if isAlone {
        offset += 1
        body(.ascii(byte), offset)
      } else {
        let character = text[text.utf8.index(text.startIndex, offsetBy: offset)]
        offset += character.utf8.count
        body(.other(character), offset)
      }
    }
  }
}
