/// An endpoint: method, path, who may call it, and what it does.
///
/// There is no way to make one without saying who may call it: `open` for everybody, `user` for
/// whoever shows a valid access token, and only the latter's handler learns who that is.
struct Route: Sendable {
  enum Access: Sendable {
    case open(@Sendable (Request) async throws -> Response)
    case user(@Sendable (Request, Requester) async throws -> Response)
  }

  let method: String
  /// As the endpoint was made with it: the same for both spellings of its version.
  let path: String
  /// Segments; one that begins with `:` is variable and has the name that follows.
  let pattern: [String]
  let access: Access

  private init(_ method: String, _ path: String, _ spelling: String, _ access: Access) {
    self.method = method
    self.path = path
    pattern = spelling.split(separator: "/").map(String.init)
    self.access = access
  }

  /// An endpoint for everybody.
  static func open(
    _ method: String, _ path: String,
    _ handler: @escaping @Sendable (Request) async throws -> Response
  ) -> [Route] {
    versions(of: path).map { Route(method, path, $0, .open(handler)) }
  }

  /// An endpoint for who is signed in.
  static func user(
    _ method: String, _ path: String,
    _ handler: @escaping @Sendable (Request, Requester) async throws -> Response
  ) -> [Route] {
    versions(of: path).map { Route(method, path, $0, .user(handler)) }
  }

  /// A path below `client` or `media` stands for both spellings of its version, r0 and v3, unless
  /// it begins with a slash.
  private static func versions(of path: String) -> [String] {
    guard !path.hasPrefix("/") else { return [path] }
    let parts = path.split(separator: "/", maxSplits: 1)
    return ["r0", "v3"].map { "/_matrix/\(parts[0])/\($0)/\(parts.count > 1 ? parts[1] : "")" }
  }
}
