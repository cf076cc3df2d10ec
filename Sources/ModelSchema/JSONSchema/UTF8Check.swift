/// Validates UTF-8.
enum UTF8Check {
  /// The offset of the first byte that begins no well-formed sequence; nil if all do.
  static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        if byte < 0x80 {
          index += 1
          continue
        }
        guard let length = sequenceLength(at: index, in: buffer) else { return index }
        index += length
      }
      return nil
    }
  }

  /// The length of the sequence by table 3-7 of the Unicode standard.
  private static func sequenceLength(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[index] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }

  static func hexadecimal(_ byte: UInt8) -> String { "0x" + twoDigits(byte) }

  static func fourDigits(_ byte: UInt8) -> String { "00" + twoDigits(byte) }

  private static func twoDigits(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.count < 2 ? "0" + text : text
  }
}
