import SeededRandom

extension SeededGenerator {
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
