import Matrix
import Synchronization

@testable import Matrix

/// A homeserver that leaves sign-in to an OAuth server, which the same port is too.
///
/// It knows one account, and accepts only the tokens that it has given out last.
final class StubOAuthServer: Sendable {
  /// The settings that a test may change, and what it looks at.
  struct State: Sendable {
    /// Members of the metadata in place of the usual ones; an empty text removes one.
    var metadata: [String: String] = [:]
    var grants = [OAuthMetadata.deviceGrant, "authorization_code", "refresh_token"]
    /// The responses to the next token requests before the successful ones.
    var tokens: [Reply] = []
    /// The seconds between two questions for a device's tokens, and of their life.
    var interval = 1
    var lifetime = 600
    var generation = 0
    /// Whether the homeserver accepts the last tokens.
    var isAccessExpired = false
    /// Whether it says that the device stays.
    var isSoft = false
  }

  private let state = Mutex(State())
  let server: StubServer

  static func start() async throws -> StubOAuthServer {
    let server = try await StubServer.start { _ in .notFound }
    let oauth = StubOAuthServer(server)
    server.answer { [weak oauth] request in oauth?.reply(to: request) ?? .notFound }
    return oauth
  }

  private init(_ server: StubServer) { self.server = server }

  var url: String { server.url }

  func change(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  /// The bodies of the requests to a path, oldest first.
  func bodies(_ suffix: String) -> [String] {
    server.requests.filter { $0.path.hasSuffix(suffix) }.map(\.text)
  }

  private func reply(to request: StubServer.Request) -> Reply {
    switch (request.method, request.path) {
    case ("GET", "/_matrix/client/versions"): return .json(#"{"versions":["v1.15"]}"#)
    case ("GET", "/_matrix/client/v1/auth_metadata"): return .json(metadata)
    case ("POST", "/oauth/register"): return .json(#"{"client_id":"client-1"}"#, status: 201)
    case ("POST", "/oauth/device"): return .json(device)
    case ("POST", "/oauth/token"): return token()
    case ("POST", "/oauth/revoke"): return .json("{}")
    case ("GET", "/_matrix/client/v3/account/whoami"),
      ("GET", "/_matrix/client/v3/profile/%40ada%3Alocalhost"):
      return whoAmI(request)
    default: return .notFound
    }
  }

  private var metadata: String {
    let state = state.withLock { $0 }
    var members = [
      "issuer": "\(url)/", "token_endpoint": "\(url)/oauth/token",
      "registration_endpoint": "\(url)/oauth/register",
      "authorization_endpoint": "\(url)/oauth/authorize?theme=dark",
      "device_authorization_endpoint": "\(url)/oauth/device",
      "revocation_endpoint": "\(url)/oauth/revoke", "account_management_uri": "\(url)/account",
    ].merging(state.metadata) { $1 }
    members = members.filter { !$0.value.isEmpty }
    let grants = state.grants.map { "\"\($0)\"" }.joined(separator: ",")
    let rest = members.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
    return
      #"{"grant_types_supported":[\#(grants)],"code_challenge_methods_supported":["S256"],\#(rest)}"#
  }

  private var device: String {
    let (interval, lifetime) = state.withLock { ($0.interval, $0.lifetime) }
    return """
      {"device_code":"device-1","user_code":"ABCD-EFGH","verification_uri":"\(url)/link",
       "verification_uri_complete":"\(url)/link?code=ABCD-EFGH","expires_in":\(lifetime),"interval":\(interval)}
      """
  }

  private func token() -> Reply {
    state.withLock { state in
      if !state.tokens.isEmpty { return state.tokens.removeFirst() }
      state.generation += 1
      state.isAccessExpired = false
      return .json(
        #"{"access_token":"access-\#(state.generation)","refresh_token":"refresh-\#(state.generation)","#
          + #""token_type":"Bearer","expires_in":300}"#)
    }
  }

  private func whoAmI(_ request: StubServer.Request) -> Reply {
    let state = state.withLock { $0 }
    guard request.authorization == "Bearer access-\(state.generation)", !state.isAccessExpired
    else {
      guard state.isSoft else {
        return .recorded("error-401-unknown-token.json", status: 401)
      }
      return .json(
        #"{"errcode":"M_UNKNOWN_TOKEN","error":"","soft_logout":true}"#, status: 401)
    }
    return .json(#"{"user_id":"@ada:localhost","device_id":"OAUTHDEVICE","displayname":"Ada"}"#)
  }
}
