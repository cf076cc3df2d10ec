import SeededRandom

extension SeededGenerator {
  /// A scalar from the whole range, more often from the troublesome blocks.
  mutating func scalar() -> Unicode.Scalar {
    let blocks: [ClosedRange<UInt32>] = [
      0...0xFF, 0x300...0x36F, 0x600...0x6FF, 0x900...0x97F, 0x1100...0x11FF, 0x2000...0x206F,
      0x3000...0x30FF, 0xFE00...0xFFFF, 0x1F1E6...0x1F64F, 0xE0000...0xE01EF, 0...0x10FFFF,
    ]
    let block = blocks[Int.random(in: 0..<blocks.count, using: &self)]
    return Unicode.Scalar(UInt32.random(in: block, using: &self)) ?? "\u{FFFD}"
  }
}
