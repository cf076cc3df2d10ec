import MatrixGrammar

/// What a request asks for: the path and the query, cut first and then decoded, so that an encoded
/// separator separates nothing.
struct RequestTarget {
  /// The greatest number of arguments; more are refused.
  private static let argumentLimit = 256

  /// Those that are not empty; `.` and `..` have no meaning.
  let segments: [String]
  /// In their order.
  let query: [(name: String, value: String)]

  /// - Parameter text: A path that begins with `/`, and a query.
  /// - Throws: `M_INVALID_PARAM`, or `M_UNRECOGNIZED` for a target of another form.
  init(_ text: String) throws(MatrixError) {
    guard text.utf8.first == UInt8(ascii: "/"), !text.utf8.contains(UInt8(ascii: "#")) else {
      throw MatrixError(400, "M_UNRECOGNIZED", "the target is no path")
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    segments = try parts[0].utf8.split(separator: UInt8(ascii: "/")).map {
      segment throws(MatrixError) in
      try PercentEncoding.decode(segment)
    }
    query = parts.count > 1 ? try Self.arguments(parts[1].utf8) : []
  }

  private static func arguments(
    _ text: Substring.UTF8View
  ) throws(MatrixError) -> [(name: String, value: String)] {
    let pairs = text.split(separator: UInt8(ascii: "&"), maxSplits: argumentLimit)
    guard pairs.count <= argumentLimit else {
      throw MatrixError.invalid("the query has too many arguments")
    }
    return try pairs.map { pair throws(MatrixError) in
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = try PercentEncoding.decode(pair[..<end], plusIsSpace: true)
      let value = try PercentEncoding.decode(pair[end...].dropFirst(), plusIsSpace: true)
      return (name, value)
    }
  }
}
