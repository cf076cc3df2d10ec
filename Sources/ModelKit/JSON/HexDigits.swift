/// The `\uXXXX` escapes of strings, several bytes at a time.
enum HexDigits {
  /// The first eight bytes of an escape; the first one is the lowest byte.
  @inline(__always)
  static func word(_ place: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(place).loadUnaligned(as: UInt64.self).littleEndian
  }

  /// Whether eight bytes begin with `\u`.
  @inline(__always)
  static func isEscape(_ word: UInt64) -> Bool { word & 0xFFFF == 0x755C }

  /// The value of the four digits after `\u`, or nil if one of them is not a digit.
  @inline(__always)
  static func value(_ word: UInt64) -> UInt32? {
    let digits = UInt32(truncatingIfNeeded: word >> 16)
    guard areDigits(digits) else { return nil }
    // A letter's value is its low half plus nine, and a letter has bit 6 set.
    let halves = (digits & 0x0F0F_0F0F) &+ 9 &* (digits >> 6 & 0x0101_0101)
    let pairs = halves << 4 | halves >> 8
    return (pairs & 0xFF) << 8 | pairs >> 16 & 0xFF
  }

  /// Whether four bytes are hexadecimal digits.
  @inline(__always)
  static func areDigits(_ bytes: UInt32) -> Bool {
    let lanes = UInt32(truncatingIfNeeded: digitLanes(UInt64(bytes)))
    return lanes & 0x8080_8080 == 0x8080_8080
  }

  /// Whether the first eight bytes and those six further on both begin a valid escape.
  @inline(__always)
  static func arePair(_ first: UInt64, _ second: UInt64) -> Bool {
    guard (first ^ 0x755C | second ^ 0x755C) & 0xFFFF == 0 else { return false }
    let digits = (first >> 16 & 0xFFFF_FFFF) | (second << 16 & 0xFFFF_FFFF_0000_0000)
    return digitLanes(digits) & 0x8080_8080_8080_8080 == 0x8080_8080_8080_8080
  }

  /// Sets the high bit of every byte that is a digit; the other bits are meaningless.
  ///
  /// Each sum has its high bit set from a lower bound on; no byte overflows into the next.
  @inline(__always)
  private static func digitLanes(_ bytes: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let plain = bytes & (ones &* 0x7F)
    let lower = plain | (ones &* 0x20)
    let decimal = (plain &+ ones &* 0x50) & ~(plain &+ ones &* 0x46)
    let letter = (lower &+ ones &* 0x1F) & ~(lower &+ ones &* 0x19)
    return (decimal | letter) & ~bytes
  }
}
