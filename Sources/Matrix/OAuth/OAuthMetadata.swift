import Controllers
import MatrixWire

/// Where an OAuth server has what this program uses.
///
/// Source: Matrix client-server API, "OAuth 2.0 API", "Server metadata discovery".
struct OAuthMetadata: Sendable {
  static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

  let token: HTTPURL
  let registration: HTTPURL
  let revocation: HTTPURL?
  /// Nil when the server has no device grant.
  let device: HTTPURL?
  /// Nil when the server has no code grant with a challenge.
  let authorization: HTTPURL?

  /// Throws `.malformedResponse` for an address that must not be used.
  init(_ raw: RawOAuthMetadata, isServerLocal: Bool) throws(RequestError) {
    func address(_ text: String?, _ name: String) throws(RequestError) -> HTTPURL? {
      guard let text else { return nil }
      if let url = HTTPURL.trusted(text, isServerLocal: isServerLocal) { return url }
      throw RequestError(operation: .discover, reason: .malformedResponse(path: "$.\(name)"))
    }
    guard let token = try address(raw.tokenEndpoint, "token_endpoint"),
      let registration = try address(raw.registrationEndpoint, "registration_endpoint")
    else {
      throw RequestError(
        operation: .discover, reason: .malformedResponse(path: "$.registration_endpoint"))
    }
    self.token = token
    self.registration = registration
    revocation = try address(raw.revocationEndpoint, "revocation_endpoint")
    device =
      raw.grants.contains(Self.deviceGrant)
      ? try address(raw.deviceEndpoint, "device_authorization_endpoint") : nil
    authorization =
      raw.challengeMethods.contains("S256")
      ? try address(raw.authorizationEndpoint, "authorization_endpoint") : nil
  }

  /// A code that any browser takes suits a terminal best, which may be far from one.
  var ways: [BrowserWay] {
    device != nil ? [.deviceCode] : authorization != nil ? [.authorizationCode] : []
  }
}
