import Matrix
import Synchronization

/// A stub homeserver that sends recorded responses.
///
/// The account is `@alice:localhost` with the password `correct`.
final class StubHomeserver: Sendable {
  /// The settings that a test may change.
  struct Behaviour: Sendable {
    /// The response to every request that needs a token, unless nil.
    var refusal: Reply?
    /// The responses to the next polls; later ones get none.
    var syncs: [Reply] = []
    /// A token that is no longer accepted.
    var expired: String?
    /// The response to a sign-in with the right password.
    var login = Reply.recorded("login-password-refresh.json")
    /// The response to a sign-in by a one-time token.
    var tokenLogin = Reply.recorded("error-403-bad-password.json", status: 403)
    /// The response to sending a message.
    var send = Reply.notFound
    /// The response to `POST /logout`.
    var logout = Reply.recorded("logout.json")
    /// The response to `POST /refresh`.
    var refresh = Reply.recorded("refresh.json")
    /// The responses to media requests, by path ending: `thumbnail/32`, `thumbnail/96`,
    /// `thumbnail/800`, `download`.
    var media: [String: Reply] = [
      "thumbnail/32": .picture("media-thumbnail-32-crop.png"),
      "thumbnail/96": .picture("media-thumbnail-96-scale.png"),
      "download": .picture("media-download.png"),
    ]
  }

  static let password = "correct"
  private let behaviour = Mutex(Behaviour())
  let server: StubServer

  static func start() async throws -> StubHomeserver {
    let server = try await StubServer.start { _ in .notFound }
    let homeserver = StubHomeserver(server)
    server.answer { [weak homeserver] request in homeserver?.reply(to: request) ?? .notFound }
    return homeserver
  }

  private init(_ server: StubServer) {
    self.server = server
  }

  var url: String { server.url }

  func change(_ change: @Sendable (inout Behaviour) -> Void) {
    behaviour.withLock { change(&$0) }
  }

  /// Refuses a token from now on.
  func expire(_ token: String) {
    change { $0.expired = token }
  }

  /// The number of prepared `/sync` responses that nobody has requested yet.
  var waitingSyncs: Int { behaviour.withLock { $0.syncs.count } }

  /// The requests whose path ends with a suffix, oldest first.
  func requests(_ suffix: String, method: String? = nil) -> [StubServer.Request] {
    server.requests.filter {
      $0.path.hasSuffix(suffix) && (method == nil || $0.method == method)
    }
  }

  func stop() async {
    await server.stop()
  }

  private func reply(to request: StubServer.Request) -> Reply {
    let behaviour = behaviour.withLock { $0 }
    let client = "/_matrix/client/v3/"
    if let expired = behaviour.expired, request.authorization == "Bearer \(expired)" {
      return .recorded("error-401-unknown-token.json", status: 401)
    }
    switch (request.method, request.path) {
    case ("GET", "/_matrix/client/versions"): return Self.versions
    case ("GET", client + "login"): return .recorded("login-flows.json")
    case ("POST", client + "login") where request.text.contains("m.login.token"):
      return behaviour.tokenLogin
    case ("POST", client + "login"):
      return request.text.contains("\"password\":\"\(Self.password)\"")
        ? behaviour.login
        : .recorded("error-403-bad-password.json", status: 403)
    case ("POST", client + "refresh"): return behaviour.refresh
    case ("POST", client + "logout"): return behaviour.logout
    case ("GET", client + "sync"): return behaviour.refusal ?? nextSync()
    case ("PUT", _) where request.path.contains("/send/"):
      return behaviour.refusal ?? behaviour.send
    case ("GET", _) where request.path.hasPrefix(client + "profile/"):
      return behaviour.refusal ?? .recorded("profile.json")
    case ("GET", _) where request.path.hasPrefix("/_matrix/client/v1/media/"):
      return behaviour.refusal ?? behaviour.media[Self.mediaKey(request)] ?? .notFound
    default: return .notFound
    }
  }

  /// The recorded response of a server that has no sliding sync.
  private static var versions: Reply {
    let recorded = Reply.recorded("versions.json")
    return recorded.with {
      let text = String(decoding: recorded.body, as: UTF8.self)
      $0.body = Array(text.replacing("simplified_msc3575", with: "none").utf8)
    }
  }

  private func nextSync() -> Reply {
    behaviour.withLock { behaviour in
      behaviour.syncs.isEmpty ? Reply(manner: .silent) : behaviour.syncs.removeFirst()
    }
  }

  private static func mediaKey(_ request: StubServer.Request) -> String {
    guard request.path.hasPrefix("/_matrix/client/v1/media/thumbnail/") else {
      return request.path.hasSuffix("/config") ? "config" : "download"
    }
    let width = [32, 96].first { request.query.contains("width=\($0)&") } ?? 800
    return "thumbnail/\(width)"
  }
}
