/// Writes a `JSONTree` for human readers: one member per line, arrays of plain values in one line.
struct JSONTreeWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: JSONTree, indentation: Int = 0) {
    switch value {
    case .null: append("null")
    case .boolean(let value): append(value ? "true" : "false")
    case .integer(let value): append(String(value))
    case .number(let value): append(value.isFinite ? String(value) : "null")
    case .string(let text): quote(text)
    case .array(let elements): write(elements, indentation: indentation)
    case .object(let members): write(members, indentation: indentation)
    }
  }

  private mutating func write(_ elements: [JSONTree], indentation: Int) {
    let isPlain = elements.allSatisfy(\.isPlain)
    append("[")
    for (place, element) in elements.enumerated() {
      if place > 0 { append(isPlain ? ", " : ",") }
      if !isPlain { newLine(indentation + 1) }
      write(element, indentation: indentation + 1)
    }
    if !isPlain { newLine(indentation) }
    append("]")
  }

  private mutating func write(_ members: [JSONTree.Member], indentation: Int) {
    append("{")
    for (place, member) in members.enumerated() {
      if place > 0 { append(",") }
      newLine(indentation + 1)
      quote(member.key)
      append(": ")
      write(member.value, indentation: indentation + 1)
    }
    if !members.isEmpty { newLine(indentation) }
    append("}")
  }

  private mutating func quote(_ text: String) {
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\t"): append("\\t")
      case UInt8(ascii: "\r"): append("\\r")
      case 0..<0x20, 0x7F:
        append("\\u00")
        append(byte < 16 ? "0" : "")
        append(String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    append("\"")
  }

  private mutating func newLine(_ indentation: Int) {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<indentation { append("  ") }
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

extension JSONTree {
  /// The text as a JSON string.
  static func quoted(_ text: String) -> String {
    var writer = JSONTreeWriter()
    writer.write(.string(text))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Whether it contains no array or object.
  fileprivate var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  /// The text, indented by two spaces, with a line feed at its end.
  var text: String {
    var writer = JSONTreeWriter()
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}
