/// Predicates and conversions for texts in documents.
enum DocumentText {
  /// Whether a text is a date and time by RFC 3339, section 5.6.
  static func isDate(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    func digits(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
      guard rest.count >= count, rest.prefix(count).allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
        return nil
      }
      let value = rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
      rest = rest.dropFirst(count)
      return range.contains(value) ? value : nil
    }
    func sign(_ allowed: String) -> UInt8? {
      guard let first = rest.first, allowed.utf8.contains(first) else { return nil }
      rest = rest.dropFirst()
      return first
    }
    guard let year = digits(4, 0...9999), sign("-") != nil, let month = digits(2, 1...12),
      sign("-") != nil, let day = digits(2, 1...31), day <= days(of: month, in: year),
      sign("Tt ") != nil, digits(2, 0...23) != nil, sign(":") != nil, digits(2, 0...59) != nil,
      sign(":") != nil, digits(2, 0...60) != nil
    else { return false }
    if sign(".") != nil {
      let count = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }.count
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    switch sign("Zz+-") {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return rest.isEmpty
    case nil: return false
    default:
      return digits(2, 0...23) != nil && sign(":") != nil && digits(2, 0...59) != nil
        && rest.isEmpty
    }
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a text is base64 in either alphabet, with or without padding.
  static func isBase64(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    var padding = 0
    while bytes.last == UInt8(ascii: "="), padding < 2 {
      bytes.removeLast()
      padding += 1
    }
    guard bytes.count % 4 != 1, padding == 0 || (bytes.count + padding) % 4 == 0 else {
      return false
    }
    return bytes.allSatisfy { byte in
      (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39
        || "+/-_".utf8.contains(byte)
    }
  }

  /// A text in quotation marks, escaped like JSON.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars.prefix(200) {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case let other where other.value < 0x20 || other.value == 0x7F:
        result += "\\u\(UTF8Check.fourDigits(UInt8(other.value)))"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A canonical text of a JSON value, independent of how it was written.
  static func canonical(_ value: LocatedJSON) -> String {
    switch value.content {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .string(let text): return "s\(text.utf8.count):\(text)"
    case .number(let text):
      if let integer = value.integer { return "n\(integer)" }
      return "n" + (ExactDecimal(text).map { "\($0)" } ?? text)
    case .array(let elements): return "[" + elements.map(canonical).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.sorted { $0.key < $1.key }.map { member in
        "s\(member.key.utf8.count):\(member.key)=" + canonical(member.value)
      }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }
}
