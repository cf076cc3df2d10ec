import Controllers
import MatrixWire
import ModelKit
import Signals

/// The OAuth server to which a homeserver leaves sign-in.
struct OAuthServer: Sendable {
  /// The homeserver.
  let homeserver: RequestSender
  let requests: OAuthRequests
  /// What the program asks for: all of the API, as its earlier device or as a new one.
  ///
  /// Source: Matrix client-server API, "OAuth 2.0 API", "Scope".
  let scope: String

  /// - Parameter device: The device that a soft logout has left to sign in again.
  init(_ homeserver: RequestSender, device: String? = nil) {
    self.homeserver = homeserver
    let device = device.flatMap { Self.fitsScope($0) ? $0 : nil } ?? RandomToken.make(length: 16)
    scope = "urn:matrix:client:api:* urn:matrix:client:device:\(device)"
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

  /// Whether a device ID can be asked for; a homeserver that has made one may have used any text.
  private static func fitsScope(_ device: String) -> Bool {
    (1...255).contains(device.utf8.count)
      && device.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._~".utf8.contains(byte)
        }
      }
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
