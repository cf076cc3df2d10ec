import MatrixGrammar

/// A URL whose parts are known to be well-formed.
///
/// It has no user part and no fragment; path and query are percent-encoded ASCII.
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
  /// The scheme, host and port.
  package let origin: HTTPOrigin
  /// Begins with a slash.
  package let path: String
  /// The encoded query without its question mark; nil when absent.
  package let query: String?

  /// Makes a URL from raw path segments and query items, which are encoded here.
  package init(
    origin: HTTPOrigin, basePath: String = "", path segments: [String],
    query items: [(name: String, value: String)] = []
  ) {
    self.origin = origin
    path = basePath + segments.map { "/" + PercentEncoding.encode($0) }.joined()
    query =
      items.isEmpty
      ? nil
      : items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        .joined(separator: "&")
  }

  /// Parses an absolute `http` or `https` URL; a fragment is dropped.
  package init?(_ text: String) {
    guard text.utf8.count <= 8192, let colon = text.firstIndex(of: ":"),
      let scheme = HTTPOrigin.Scheme(rawValue: text[..<colon].lowercased())
    else { return nil }
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else { return nil }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    guard let origin = HTTPOrigin(scheme: scheme, authority: authority) else { return nil }
    self.init(origin: origin, target: rest.dropFirst(2 + authority.count))
  }

  /// Resolves a `Location` header against this URL; nil when it is malformed.
  package func resolving(_ location: String) -> HTTPURL? {
    if location.hasPrefix("//") { return HTTPURL("\(origin.scheme.rawValue):\(location)") }
    if location.hasPrefix("/") { return HTTPURL(origin: origin, target: location[...]) }
    if location.hasPrefix("?") { return HTTPURL(origin: origin, target: path + location[...]) }
    let head = location.prefix { !"/?#".contains($0) }
    if head.contains(":") { return HTTPURL(location) }
    let folder = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
    return HTTPURL(origin: origin, target: folder + location)
  }

  /// The URL as text.
  package var description: String { origin.description + target }

  /// Path and query as they appear in a request line.
  package var target: String { path + (query.map { "?" + $0 } ?? "") }

  private init?(origin: HTTPOrigin, target: Substring) {
    let target = target.prefix { $0 != "#" }
    let isPlain = target.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }
    guard isPlain else { return nil }
    let path = target.prefix { $0 != "?" }
    self.origin = origin
    self.path = path.isEmpty ? "/" : String(path)
    query = path.count == target.count ? nil : String(target.dropFirst(path.count + 1))
  }
}
