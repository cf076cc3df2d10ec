/// The base address of a homeserver: an origin and, behind some proxies, a path.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  package let origin: HTTPOrigin
  /// Empty, or a path that begins with a slash and does not end with one.
  package let basePath: String

  package init(origin: HTTPOrigin, basePath: String = "") {
    self.origin = origin
    self.basePath = basePath
  }

  /// Reads an absolute address without a query; slashes at its end are dropped.
  package init?(_ text: String) {
    guard let url = HTTPURL(text), url.query == nil else { return nil }
    var path = url.path[...]
    while path.hasSuffix("/") { path = path.dropLast() }
    self.init(origin: url.origin, basePath: String(path))
  }

  package var description: String { origin.description + basePath }

  /// An address on this server; each segment and item is percent-encoded.
  package func url(
    _ path: [String], query: [(name: String, value: String)] = []
  ) -> HTTPURL {
    HTTPURL(origin: origin, basePath: basePath, path: path, query: query)
  }
}
