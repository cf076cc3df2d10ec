/// The grammar of RFC 8259 in its plainest form, byte by byte, to compare the fast reader with.
struct PlainGrammar {
  private let bytes: [UInt8]
  private var place = 0

  /// Whether bytes are UTF-8 and one JSON value.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var grammar = PlainGrammar(bytes: bytes)
    grammar.space()
    guard grammar.value() else { return false }
    grammar.space()
    return grammar.place == bytes.count
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private mutating func space() {
    while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { place += 1 }
  }

  private mutating func value() -> Bool {
    switch next {
    case UInt8(ascii: "{"): list("{", "}") { $0.string() && $0.colon() && $0.value() }
    case UInt8(ascii: "["): list("[", "]") { $0.value() }
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "t"): take("true")
    case UInt8(ascii: "f"): take("false")
    case UInt8(ascii: "n"): take("null")
    default: number()
    }
  }

  private mutating func colon() -> Bool {
    space()
    guard take(":") else { return false }
    space()
    return true
  }

  private mutating func list(
    _ open: String, _ close: String, _ element: (inout PlainGrammar) -> Bool
  ) -> Bool {
    guard take(open) else { return false }
    space()
    if take(close) { return true }
    while element(&self) {
      space()
      if take(close) { return true }
      guard take(",") else { return false }
      space()
    }
    return false
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = next {
      place += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte < 0x20 { return false }
      if byte == UInt8(ascii: "\\"), !escape() { return false }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let letter = next else { return false }
    place += 1
    guard letter == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(letter) }
    for _ in 0..<4 {
      guard let digit = next, "0123456789abcdefABCDEF".utf8.contains(digit) else { return false }
      place += 1
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = place
    while let next, (0x30...0x39).contains(next) { place += 1 }
    return place > start
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") {
      guard digits() else { return false }
    }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      return digits()
    }
    return true
  }
}
