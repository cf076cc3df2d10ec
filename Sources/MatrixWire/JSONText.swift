extension JSONValue {
  /// The value as JSON text on one line, members in the order of their names.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements): Self.write(elements, to: &text)
    case .object(let members): Self.write(members, to: &text)
    }
  }

  private static func write(_ elements: [JSONValue], to text: inout String) {
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      element.write(to: &text)
    }
    text += "]"
  }

  private static func write(_ members: [String: JSONValue], to text: inout String) {
    text += "{"
    for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { text += "," }
      write(member.key, to: &text)
      text += ":"
      member.value.write(to: &text)
    }
    text += "}"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
