/// The kinds of a draft's characters, and where their bytes are.
///
/// Each key has the words found again, and most drafts are ASCII: each byte is a character then.
nonisolated struct DraftCharacters {
  let kinds: [CharacterKind]
  /// How many bytes come before each character, and all; nothing where each character is a byte.
  private let offsets: [Int]?

  init(_ text: String) {
    let bytes = Array(text.utf8)
    // CR and LF are one character.
    if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      kinds = bytes.map(CharacterKind.init(ascii:))
      offsets = nil
      return
    }
    var (kinds, offsets) = ([CharacterKind](), [0])
    kinds.reserveCapacity(bytes.count)
    offsets.reserveCapacity(bytes.count + 1)
    for character in text {
      kinds.append(CharacterKind(character))
      offsets.append(offsets[offsets.count - 1] + character.utf8.count)
    }
    self.kinds = kinds
    self.offsets = offsets
  }

  /// The bytes of some characters of the text.
  func bytes(of range: Range<Int>, in text: String) -> Range<String.Index> {
    let start = offsets?[range.lowerBound] ?? range.lowerBound
    let end = offsets?[range.upperBound] ?? range.upperBound
    let first = text.utf8.index(text.startIndex, offsetBy: start)
    return first..<text.utf8.index(first, offsetBy: end - start)
  }
}
