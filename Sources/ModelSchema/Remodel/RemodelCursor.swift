/// Moves over the bytes of a file or of a part of it.
struct RemodelCursor {
  let bytes: [UInt8]
  let end: Int
  private(set) var offset: Int

  init(bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    offset = min(max(range.lowerBound, 0), bytes.count)
    end = min(max(range.upperBound, offset), bytes.count)
  }

  var isAtEnd: Bool { offset >= end }

  /// The next byte; nil at the end.
  var peek: UInt8? { offset < end ? bytes[offset] : nil }

  func peek(_ distance: Int) -> UInt8? {
    offset + distance < end ? bytes[offset + distance] : nil
  }

  mutating func advance() {
    if offset < end { offset += 1 }
  }

  mutating func move(to place: Int) {
    offset = min(max(place, 0), end)
  }

  /// Consumes the character if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  mutating func skipSpace() {
    while let byte = peek, Self.isSpace(byte) { offset += 1 }
  }

  /// A run of letters, digits, underscores and non-ASCII characters; nil if there is none.
  mutating func takeWord(orAlso extra: String = "") -> Word? {
    let start = offset
    while let byte = peek, Self.isWord(byte) || extra.utf8.contains(byte) { offset += 1 }
    guard offset > start else { return nil }
    return Word(text: text(start..<offset), offset: start)
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
