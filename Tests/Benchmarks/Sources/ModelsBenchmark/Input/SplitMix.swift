/// A random number generator with the same sequence on every machine (SplitMix64).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number from zero up to but excluding `limit`; the tiny bias does not matter here.
  mutating func below(_ limit: Int) -> Int {
    Int(truncatingIfNeeded: next() % UInt64(limit))
  }

  mutating func percent(_ share: Int) -> Bool { below(100) < share }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
