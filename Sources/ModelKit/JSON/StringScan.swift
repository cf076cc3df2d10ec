/// Searches for the end of strings, sixteen bytes at a time.
enum StringScan {
  /// The first byte that is a quotation mark, a backslash or a control character.
  ///
  /// - Precondition: a zero byte follows, and 64 readable bytes after it.
  @inline(__always)
  static func stop(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var place = start
    while true {
      let stops = mask(block(place))
      if stops[0] != 0 { return place + stops[0].trailingZeroBitCount >> 3 }
      if stops[1] != 0 { return place + 8 + stops[1].trailingZeroBitCount >> 3 }
      place += 16
    }
  }

  @inline(__always)
  static func block(_ place: UnsafePointer<UInt8>) -> SIMD16<UInt8> {
    UnsafeRawPointer(place).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// 0x80 for every stop byte of a block, 0 for the others.
  ///
  /// Subtracting one from a lane sets its high bit exactly if the lane was 0, because the high bits
  /// of the block itself are masked out. (Vector comparisons compile to loops over single bytes.)
  @inline(__always)
  static func mask(_ block: SIMD16<UInt8>) -> SIMD2<UInt64> {
    let one = SIMD16<UInt8>(repeating: 1)
    let quote = (block ^ SIMD16(repeating: UInt8(ascii: "\""))) &- one
    let escape = (block ^ SIMD16(repeating: UInt8(ascii: "\\"))) &- one
    let control = block &- SIMD16(repeating: 0x20)
    let high = SIMD16<UInt8>(repeating: 0x80)
    return unsafeBitCast((quote | escape | control) & ~block & high, to: SIMD2<UInt64>.self)
  }
}
