import CSodium
import Controllers
import Signals

/// Tokens by a code that a browser of this machine brings back.
///
/// Source: RFC 6749, section 4.1; RFC 7636; RFC 8252, section 7.3.
struct CodeGrant: Sendable {
  /// Servers compare the address that a program registers without its port.
  private static let path = "/oauth"

  let server: OAuthServer

  init(_ server: OAuthServer) { self.server = server }

  /// Calls `step` with the page, and waits for the user.
  func run(
    _ pasted: Signal<String, Never>, _ step: (BrowserStep) -> Void
  ) async throws(RequestError) -> OAuthGrant {
    let metadata = try await server.metadata()
    guard let page = metadata.authorization else {
      throw RequestError(operation: .browserSignIn, reason: .unsupportedProof)
    }
    let client = try await server.register(
      metadata, grants: ["authorization_code"], redirect: "http://127.0.0.1\(Self.path)")
    let (state, verifier) = (RandomToken.make(), RandomToken.make(length: 64))
    let place = BrowserWait.Place(path: Self.path, state: state, item: "code")
    let wait = BrowserWait(
      place: place, pasted: pasted, scheduler: server.homeserver.scheduler)
    var redirect = ""
    let code = try await wait.arrival { back in
      redirect = back
      let query = [
        ("response_type", "code"), ("response_mode", "query"), ("client_id", client.id),
        ("redirect_uri", back), ("scope", server.scope), ("state", state),
        ("code_challenge", Self.challenge(of: verifier)), ("code_challenge_method", "S256"),
      ]
      step(.visit(BrowserVisit(address: page.adding(query).description)))
    } unusable: {
      step(.unusable)
    }
    let tokens = try await server.requests.tokens(
      client,
      [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
        ("code_verifier", verifier),
      ], for: .browserSignIn)
    return OAuthGrant(access: tokens.access, refresh: tokens.refresh, client: client)
  }

  /// The base64url form of a text's SHA-256.
  static func challenge(of verifier: String) -> String {
    let text = Array(verifier.utf8)
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256(&hash, text, UInt64(text.count))
    let kind = Int32(sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    var encoded = [CChar](repeating: 0, count: sodium_base64_encoded_len(hash.count, kind))
    sodium_bin2base64(&encoded, encoded.count, hash, hash.count, kind)
    return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension HTTPURL {
  /// The address with more items in its query.
  fileprivate func adding(_ items: [(name: String, value: String)]) -> HTTPURL {
    let added = HTTPURL(origin: origin, path: [], query: items).query ?? ""
    let query = query.map { "\($0)&\(added)" } ?? added
    return HTTPURL("\(origin)\(path)?\(query)") ?? self
  }
}
