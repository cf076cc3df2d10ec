/// Reproducible random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

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
