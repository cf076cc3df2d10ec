import Controllers

extension SessionTokens {
  /// Checks the tokens of a response, because they are sent in headers.
  init(
    access: String, refresh: String?, client: OAuthClient? = nil,
    for operation: RequestError.Operation
  ) throws(RequestError) {
    guard let tokens = SessionTokens(access: access, refresh: refresh, client: client) else {
      throw RequestError(operation: operation, reason: .malformedResponse(path: "$.access_token"))
    }
    self = tokens
  }

  /// Nil when the access token is not a valid header value.
  init?(access: String, refresh: String?, client: OAuthClient? = nil) {
    guard !access.isEmpty, access.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    self.init(access: Secret(access), refresh: refresh.map { Secret($0) }, client: client)
  }
}

extension SessionTokenPair {
  init(_ tokens: SessionTokens) {
    self.init(
      access: tokens.access.reveal(), refresh: tokens.refresh?.reveal(),
      oauthClient: tokens.client?.id, oauthTokenAddress: tokens.client?.tokenAddress,
      oauthRevocationAddress: tokens.client?.revocationAddress)
  }

  /// Nil when the tokens cannot be used.
  var tokens: SessionTokens? {
    var client: OAuthClient?
    if let id = oauthClient, let address = oauthTokenAddress {
      client = OAuthClient(
        id: id, tokenAddress: address, revocationAddress: oauthRevocationAddress)
    }
    return SessionTokens(access: access, refresh: refresh, client: client)
  }
}
