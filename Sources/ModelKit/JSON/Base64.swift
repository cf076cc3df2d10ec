/// The base64 encoding of RFC 4648, section 4.
enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// Decodes text with or without padding; nil for any other character or length, and for non-zero
  /// bits after the last byte.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var count = text.count
    if count % 4 == 0 {
      for _ in 0..<2 where count > 0 && text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    }
    guard count % 4 != 1 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in text[..<count] {
      guard let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        bits &= 1 << bitCount - 1
      }
    }
    return bits == 0 ? result : nil
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Encodes bytes with padding.
  static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        result.append(alphabet.utf8Start[Int(bits >> bitCount & 63)])
      }
    }
    if bitCount > 0 { result.append(alphabet.utf8Start[Int(bits << (6 - bitCount) & 63)]) }
    while result.count % 4 != 0 { result.append(UInt8(ascii: "=")) }
    return result
  }
}
