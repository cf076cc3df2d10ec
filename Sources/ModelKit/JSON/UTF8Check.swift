/// Validates UTF-8 as RFC 3629 defines it.
enum UTF8Check {
  /// Finds the first byte that is not part of a well-formed sequence.
  ///
  /// - Precondition: at least 64 readable bytes follow the text.
  static func firstInvalidOffset(_ base: UnsafePointer<UInt8>, count: Int) -> Int? {
    let end = base + count
    var place = base
    while place < end {
      if !skipASCII(&place) {
        continue
      }
      while place < end, place.pointee >= 0x80 {
        let length = sequenceLength(place)
        guard length > 0 else { return place - base }
        place += length
      }
      if place < end { place += 1 }
    }
    // A sequence cut off at the end was already rejected: the padding does not continue it.
    return nil
  }

  /// Advances over 64 bytes if all are ASCII; otherwise to the first that is not, and returns true.
  @inline(__always)
  private static func skipASCII(_ place: inout UnsafePointer<UInt8>) -> Bool {
    let raw = UnsafeRawPointer(place)
    let first = raw.loadUnaligned(as: SIMD16<UInt8>.self)
    let second = raw.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    let third = raw.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
    let fourth = raw.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)
    let all = unsafeBitCast((first | second) | (third | fourth), to: SIMD2<UInt64>.self)
    if (all[0] | all[1]) & 0x8080_8080_8080_8080 == 0 {
      place += 64
      return false
    }
    while true {
      let word = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self).littleEndian
      let high = word & 0x8080_8080_8080_8080
      if high != 0 {
        place += high.trailingZeroBitCount >> 3
        return true
      }
      place += 8
    }
  }

  /// The length of the well-formed sequence of two to four bytes at a position, or 0.
  @inline(__always)
  private static func sequenceLength(_ place: UnsafePointer<UInt8>) -> Int {
    let first = place[0]
    let second = place[1]
    switch first {
    case 0xC2...0xDF:
      return isContinuation(second) ? 2 : 0
    case 0xE0...0xEF:
      let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = first == 0xED ? 0x9F : 0xBF
      return second >= low && second <= high && isContinuation(place[2]) ? 3 : 0
    case 0xF0...0xF4:
      let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
      let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
      return second >= low && second <= high && isContinuation(place[2])
        && isContinuation(place[3]) ? 4 : 0
    default: return 0
    }
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
