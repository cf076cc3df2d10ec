import MatrixGrammar
import NIOHTTP1

/// The path and the query of a request, split before they are decoded, so that an encoded separator
/// does not separate anything.
struct RequestTarget {
  /// A query with more arguments is refused.
  private static let argumentLimit = 256

  /// The segments that are not empty; `.` and `..` have no special meaning.
  let segments: [String]
  /// The arguments in their order.
  let query: [(name: String, value: String)]

  /// - Parameter text: A path that begins with `/`, and a query.
  /// - Throws: `M_INVALID_PARAM`, or `M_UNRECOGNIZED` for a target of another form.
  init(_ text: String) throws(MatrixError) {
    guard text.utf8.first == UInt8(ascii: "/"), !text.utf8.contains(UInt8(ascii: "#")) else {
      throw MatrixError(400, "M_UNRECOGNIZED", "the target is not a path")
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    segments = try parts[0].utf8.split(separator: UInt8(ascii: "/")).map {
      segment throws(MatrixError) in
      try Self.decode(segment)
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
      let name = try decode(pair[..<end], plusIsSpace: true)
      return (name, try decode(pair[end...].dropFirst(), plusIsSpace: true))
    }
  }

  private static func decode(
    _ text: Substring.UTF8View, plusIsSpace: Bool = false
  ) throws(MatrixError) -> String {
    do throws(PercentEncoding.Failure) {
      return try PercentEncoding.decoded(text, plusIsSpace: plusIsSpace)
    } catch .missingDigits {
      throw MatrixError.invalid("the target has a '%' without two hexadecimal digits")
    } catch {
      throw MatrixError.invalid("the target is not UTF-8")
    }
  }
}

extension HTTPRequestHead {
  /// The same head with a path as its target.
  ///
  /// Clients send proxies a target that names the host; RFC 9112, section 3.2.2 makes every server
  /// accept it, and gives it precedence over the field `Host`.
  var withPlainTarget: HTTPRequestHead {
    guard uri.utf8.first != UInt8(ascii: "/"), method != .CONNECT else { return self }
    var head = self
    head.uri = "*"
    let scheme = "http://"
    // A request needs exactly one Host field even so; others are refused later.
    guard uri.prefix(scheme.count).lowercased() == scheme, headers["Host"].count == 1 else {
      return head
    }
    let rest = uri.dropFirst(scheme.count)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard end > rest.startIndex else { return head }
    head.uri = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    head.headers.replaceOrAdd(name: "Host", value: String(rest[..<end]))
    return head
  }
}
