/// Random numbers that are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Nil in one of three cases.
  mutating func maybe<Value>(_ value: (inout SeededGenerator) -> Value) -> Value? {
    next() % 3 == 0 ? nil : value(&self)
  }

  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func text() -> String {
    let parts = ["", "a", "\"", "\\", "\u{0}", "\n", "é", "日本", "😀", "</script>", "key", "\u{7F}"]
    return (0..<number(below: 4)).map { _ in parts[number(below: parts.count)] }.joined()
  }

  mutating func list<Value>(_ value: (inout SeededGenerator) -> Value) -> [Value] {
    (0..<number(below: 4)).map { _ in value(&self) }
  }
}
