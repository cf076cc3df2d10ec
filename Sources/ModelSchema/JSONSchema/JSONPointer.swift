/// JSON pointers (RFC 6901) as in the fragment of a reference.
enum JSONPointer {
  /// The keys and indexes of a pointer, outermost first; nil if it does not begin with a slash.
  ///
  /// The empty pointer has none: it is the whole document.
  static func tokens(_ pointer: String) -> [String]? {
    if pointer.isEmpty { return [] }
    guard pointer.hasPrefix("/") else { return nil }
    return pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map(unescaped)
  }

  /// A token with `~1` and `~0` replaced.
  static func unescaped(_ token: Substring) -> String {
    var result = ""
    var afterTilde = false
    for scalar in token.unicodeScalars {
      if afterTilde {
        afterTilde = false
        if scalar == "1" || scalar == "0" {
          result.unicodeScalars.append(scalar == "1" ? "/" : "~")
          continue
        }
        result.unicodeScalars.append("~")
      }
      if scalar == "~" { afterTilde = true } else { result.unicodeScalars.append(scalar) }
    }
    return afterTilde ? result + "~" : result
  }
}
