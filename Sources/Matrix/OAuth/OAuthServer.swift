import Controllers
import MatrixWire
import ModelKit
import Signals

/// The OAuth server to which a homeserver leaves sign-in.
struct OAuthServer: Sendable {
  /// The homeserver.
  let homeserver: RequestSender
  let requests: OAuthRequests

  init(_ homeserver: RequestSender) {
    self.homeserver = homeserver
    requests = OAuthRequests(transport: homeserver.transport)
  }

  /// Fails with 404 when the homeserver signs people in itself.
  func metadata() async throws(RequestError) -> OAuthMetadata {
    let raw = try await homeserver.send(.oauthMetadata(.discover), token: nil)
    return try OAuthMetadata(raw, isServerLocal: homeserver.server.origin.isLoopback)
  }

  /// Registers this program, which has no secret.
  ///
  /// Source: RFC 7591; Matrix client-server API, "Client registration".
  func register(
    _ metadata: OAuthMetadata, grants: [String], redirect: String?
  ) async throws(RequestError) -> OAuthClient {
    var body: JSONObject = [
      "client_name": "chat-tui", "client_uri": .string(Self.home), "application_type": "native",
      "token_endpoint_auth_method": "none",
      "grant_types": .array((grants + ["refresh_token"]).map { .string($0) }),
    ]
    if let redirect {
      body["redirect_uris"] = [.string(redirect)]
      body["response_types"] = ["code"]
    }
    let client = try await requests.post(
      metadata.registration, .object(body), for: .browserSignIn, RawOAuthClient.self)
    return OAuthClient(
      id: client.clientID, tokenAddress: metadata.token.description,
      revocationAddress: metadata.revocation?.description)
  }

  /// What the program may do: all of the API, as a new device.
  ///
  /// Source: Matrix client-server API, "Scope".
  static func scope() -> String {
    "urn:matrix:client:api:* urn:matrix:client:device:\(RandomToken.make(length: 16))"
  }

  /// Where people would read about the program that wants their consent; it has no page yet, and the name is
  /// one that nobody can own.
  private static let home = "https://chat-tui.example/"
}

extension Endpoint where Response == RawOAuthMetadata {
  /// Source: Matrix client-server API, `GET /_matrix/client/v1/auth_metadata`.
  static func oauthMetadata(_ operation: Operation) -> Endpoint {
    var endpoint = Endpoint(
      operation, path: ["_matrix", "client", "v1", "auth_metadata"], waitsWhenLimited: false,
      timeout: .seconds(15), response: RawOAuthMetadata.self)
    endpoint.maxBodyBytes = OAuthRequests.largestBody
    return endpoint
  }
}
