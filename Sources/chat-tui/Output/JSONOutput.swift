import FoundationEssentials

/// JSON for programs that is also safe to show on a terminal.
enum JSONOutput {
  /// The value as one line of JSON in which C0, C1 and bidirectional controls are escaped.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Replaces control characters by `\u` escapes.
  ///
  /// Outside strings, JSON allows no control characters but white space, so each one found is
  /// inside a string.
  static func escaped(_ json: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      if isControl(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: false)
        let padding = String(repeating: "0", count: 4 - digits.count)
        result.append(contentsOf: "\\u\(padding)\(digits)".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F: true
    default: false
    }
  }
}
