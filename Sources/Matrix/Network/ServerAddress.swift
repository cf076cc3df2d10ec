/// The base address of a homeserver: an origin and, behind some proxies, a path.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The scheme, host and port.
  package let origin: HTTPOrigin
  /// Empty, or a path that begins with a slash and does not end with one.
  package let basePath: String

  /// Makes an address; `basePath` must have the form that the property describes.
  package init(origin: HTTPOrigin, basePath: String = "") {
    self.origin = origin
    self.basePath = basePath
  }

  /// Parses an absolute address without a query; trailing slashes are dropped.
  package init?(_ text: String) {
    guard let url = HTTPURL(text), url.query == nil else { return nil }
    var path = url.path[...]
    while path.hasSuffix("/") { path = path.dropLast() }
    self.init(origin: url.origin, basePath: String(path))
  }

  /// The address as text, without a trailing slash.
  package var description: String { origin.description + basePath }

  /// A URL on this server; each segment and query item is percent-encoded.
  package func url(
    _ path: [String], query: [(name: String, value: String)] = []
  ) -> HTTPURL {
    HTTPURL(origin: origin, basePath: basePath, path: path, query: query)
  }
}
