/// How deep arrays and objects of a text stand in each other.
///
/// The reader of a body counts the levels of what it decodes alone; this counts those that nobody
/// asks for too.
enum JSONDepth {
  /// Whether a text nests no deeper than that; what is no JSON may come to either.
  static func isAtMost(_ limit: Int, in bytes: [UInt8]) -> Bool {
    // Each level has two brackets.
    guard bytes.count > 2 * limit else { return true }
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
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
