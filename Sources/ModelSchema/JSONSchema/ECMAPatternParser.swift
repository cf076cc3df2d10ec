/// Parses a regular expression.
struct ECMAPatternParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  private static let maximumDepth = 50
  private static let maximumCount = 1000

  static let digit = ECMAPattern.ScalarSet(ranges: [0x30...0x39])
  static let word = ECMAPattern.ScalarSet(ranges: [
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A,
  ])
  static let space = ECMAPattern.ScalarSet(ranges: [
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  private static let lineEnd = ECMAPattern.ScalarSet(
    ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isInverted: true)

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func parse() -> ECMAPattern.Part? {
    guard let part = parseChoice(), index == scalars.count else { return nil }
    return part
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    index += 1
    return true
  }

  private mutating func parseChoice() -> ECMAPattern.Part? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { return nil }
    var choices: [ECMAPattern.Part] = []
    repeat {
      var parts: [ECMAPattern.Part] = []
      while let scalar = current, scalar != "|", scalar != ")" {
        guard let part = parseRepeated() else { return nil }
        parts.append(part)
      }
      choices.append(.sequence(parts))
    } while take("|")
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func parseRepeated() -> ECMAPattern.Part? {
    guard let part = parseAtom() else { return nil }
    let range: ClosedRange<Int>
    switch current {
    case "*": range = 0...Int.max
    case "+": range = 1...Int.max
    case "?": range = 0...1
    case "{":
      guard let counted = parseCount() else { return nil }
      range = counted
      index -= 1
    default: return part
    }
    index += 1
    _ = take("?")  // Greed decides what is matched, not whether.
    return .repetition(part, range)
  }

  /// Parses `{2}`, `{2,}` or `{2,5}`.
  private mutating func parseCount() -> ClosedRange<Int>? {
    index += 1
    guard let low = parseNumber() else { return nil }
    var high: Int? = low
    if take(",") { high = current == "}" ? Int.max : parseNumber() }
    guard let high, high >= low, take("}") else { return nil }
    return low...high
  }

  private mutating func parseNumber() -> Int? {
    let start = index
    var value = 0
    while let scalar = current, Self.digit.contains(scalar.value), value <= Self.maximumCount {
      value = value * 10 + Int(scalar.value - 0x30)
      index += 1
    }
    return index > start && value <= Self.maximumCount ? value : nil
  }

  private mutating func parseAtom() -> ECMAPattern.Part? {
    guard let scalar = current else { return nil }
    index += 1
    switch scalar {
    case "^": return .start
    case "$": return .end
    case ".": return .scalars(Self.lineEnd)
    case "(": return parseGroup()
    case "[": return parseClass()
    case "\\": return parseEscape()
    case "*", "+", "?", "{": return nil
    default: return .scalars(.init(ranges: [scalar.value...scalar.value]))
    }
  }

  private mutating func parseGroup() -> ECMAPattern.Part? {
    if take("?") {
      if take("<") {
        guard current != "=", current != "!" else { return nil }
        while let scalar = current, scalar != ">" { index += scalar == ")" ? scalars.count : 1 }
        guard take(">") else { return nil }
      } else {
        guard take(":") else { return nil }
      }
    }
    guard let part = parseChoice(), take(")") else { return nil }
    return part
  }

  private mutating func parseEscape() -> ECMAPattern.Part? {
    if take("b") { return .boundary(true) }
    if take("B") { return .boundary(false) }
    return parseEscapedSet().map { .scalars($0) }
  }

  /// Parses an escape after a backslash: one character or a class.
  private mutating func parseEscapedSet() -> ECMAPattern.ScalarSet? {
    guard let scalar = current else { return nil }
    index += 1
    func inverted(_ set: ECMAPattern.ScalarSet) -> ECMAPattern.ScalarSet {
      .init(ranges: set.ranges, isInverted: true)
    }
    let value: UInt32
    switch scalar {
    case "d": return Self.digit
    case "D": return inverted(Self.digit)
    case "w": return Self.word
    case "W": return inverted(Self.word)
    case "s": return Self.space
    case "S": return inverted(Self.space)
    case "n": value = 0x0A
    case "r": value = 0x0D
    case "t": value = 0x09
    case "f": value = 0x0C
    case "v": value = 0x0B
    case "0": value = 0
    case "x", "u":
      guard let number = parseHexadecimal(scalar == "x" ? 2 : 4) else { return nil }
      value = number
    default:
      // Letters and digits have other meanings (\p, \1, \k); punctuation stands for itself.
      guard !Self.word.contains(scalar.value) || scalar == "_" else { return nil }
      value = scalar.value
    }
    return .init(ranges: [value...value])
  }

  private mutating func parseHexadecimal(_ count: Int) -> UInt32? {
    guard index + count <= scalars.count else { return nil }
    var value: UInt32 = 0
    for scalar in scalars[index..<index + count] {
      guard let digit = Character(scalar).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    index += count
    return value
  }

  private mutating func parseClass() -> ECMAPattern.Part? {
    let isInverted = take("^")
    var ranges: [ClosedRange<UInt32>] = []
    while let scalar = current, scalar != "]" {
      guard let low = parseClassMember() else { return nil }
      if current == "-", index + 1 < scalars.count, scalars[index + 1] != "]" {
        index += 1
        guard let high = parseClassMember(), low.count == 1, high.count == 1,
          low[0].lowerBound <= high[0].lowerBound, low[0].count == 1, high[0].count == 1
        else { return nil }
        ranges.append(low[0].lowerBound...high[0].lowerBound)
      } else {
        ranges += low
      }
    }
    guard take("]") else { return nil }
    return .scalars(.init(ranges: ranges, isInverted: isInverted))
  }

  private mutating func parseClassMember() -> [ClosedRange<UInt32>]? {
    guard let scalar = current else { return nil }
    index += 1
    guard scalar == "\\" else { return [scalar.value...scalar.value] }
    if take("b") { return [0x08...0x08] }
    guard let set = parseEscapedSet() else { return nil }
    return set.isInverted ? Self.complement(of: set.ranges) : set.ranges
  }

  private static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    result.append(next...0x10FFFF)
    return result
  }
}
