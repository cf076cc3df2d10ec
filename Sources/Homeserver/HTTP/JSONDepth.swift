/// The depth to which arrays and objects of a text nest.
///
/// The decoder counts only the levels that it decodes; this counts the skipped ones too.
enum JSONDepth {
  /// Whether a text nests at most that deep; the result for invalid JSON is arbitrary.
  static func isAtMost(_ limit: Int, in bytes: [UInt8]) -> Bool {
    // Each level needs two brackets.
    guard bytes.count > 2 * limit else { return true }
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
        if depth > limit { return false }
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
      }
    }
    return true
  }
}
