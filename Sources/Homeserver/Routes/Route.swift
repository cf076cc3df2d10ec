/// An endpoint: a method, a path, an access rule and a handler.
///
/// The two factories make the access rule explicit: `open` for everybody, `user` for clients with a
/// valid access token, whose handler gets the requester.
struct Route: Sendable {
  enum Access: Sendable {
    case open(@Sendable (Request) async throws -> Response)
    case user(@Sendable (Request, Requester) async throws -> Response)
  }

  let method: String
  /// The path as declared, without the version.
  let path: String
  /// The segments; `:name` is a variable one.
  let pattern: [String]
  let access: Access

  private init(_ method: String, _ path: String, _ spelling: String, _ access: Access) {
    self.method = method
    self.path = path
    pattern = spelling.split(separator: "/").map(String.init)
    self.access = access
  }

  static func open(
    _ method: String, _ path: String,
    _ handler: @escaping @Sendable (Request) async throws -> Response
  ) -> [Route] {
    versions(of: path).map { Route(method, path, $0, .open(handler)) }
  }

  static func user(
    _ method: String, _ path: String,
    _ handler: @escaping @Sendable (Request, Requester) async throws -> Response
  ) -> [Route] {
    versions(of: path).map { Route(method, path, $0, .user(handler)) }
  }

  /// Both versions, r0 and v3, of a path below `client` or `media`; a path that begins with a slash is
  /// complete.
  private static func versions(of path: String) -> [String] {
    guard !path.hasPrefix("/") else { return [path] }
    let parts = path.split(separator: "/", maxSplits: 1)
    return ["r0", "v3"].map { "/_matrix/\(parts[0])/\($0)/\(parts.count > 1 ? parts[1] : "")" }
  }
}
