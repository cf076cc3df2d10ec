/// Validates UTF-8.
enum UTF8Check {
  /// The offset of the first byte that begins no well-formed sequence; nil if all do.
  static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  static func hexadecimal(_ byte: UInt8) -> String { "0x" + twoDigits(byte) }

  static func fourDigits(_ byte: UInt8) -> String { "00" + twoDigits(byte) }

  private static func twoDigits(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.count < 2 ? "0" + text : text
  }
}
