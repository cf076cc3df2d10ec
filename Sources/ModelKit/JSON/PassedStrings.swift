/// Where the long strings with escapes end that a reader has passed last.
///
/// A reader that looks for the tag of an object passes its strings twice; a document does not
/// change, so that the second time needs no second check.
struct PassedStrings {
  private var starts = SIMD8<UInt32>(repeating: .max)
  private var ends = SIMD8<UInt32>(repeating: 0)

  /// The end of the string that was added with a start.
  @inline(__always)
  func end(of start: UInt32) -> UInt32? {
    let slot = Self.slot(start)
    return starts[slot] == start ? ends[slot] : nil
  }

  /// Notes a string.
  @inline(__always)
  mutating func add(_ start: UInt32, end: UInt32) {
    let slot = Self.slot(start)
    starts[slot] = start
    ends[slot] = end
  }

  @inline(__always)
  private static func slot(_ start: UInt32) -> Int {
    Int(truncatingIfNeeded: (start &* 0x9E37_79B1) >> 29)
  }
}
