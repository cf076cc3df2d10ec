/// Remembers where the long escaped strings end that a reader has skipped most recently.
///
/// A reader that looks for the tag of an object passes its strings twice. A document does not
/// change, so the second pass needs no second check.
struct PassedStrings {
  private var starts = SIMD8<UInt32>(repeating: .max)
  private var ends = SIMD8<UInt32>(repeating: 0)

  /// The end of the string that begins at a position, if known.
  @inline(__always)
  func end(of start: UInt32) -> UInt32? {
    let slot = Self.slot(start)
    return starts[slot] == start ? ends[slot] : nil
  }

  /// Records a string.
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
