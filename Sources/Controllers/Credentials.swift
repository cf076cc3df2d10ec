/// Who signs in, and where.
package struct Credentials: Sendable {
  /// The server as typed or discovered: a name or an address.
  package var server: String
  /// What the server accepts as the account's.
  package var proof: SignInProof

  /// Creates credentials.
  package init(server: String, proof: SignInProof) {
    self.server = server
    self.proof = proof
  }

  /// Creates credentials of a full user id, or its local part, and the account's password.
  package init(server: String, user: String, password: Secret<String>) {
    self.init(server: server, proof: .password(user: user, password))
  }
}

/// What a server accepts from the owner of an account.
package enum SignInProof: Sendable {
  /// A full user id, or its local part, and the account's password.
  case password(user: String, Secret<String>)
  /// A token that signs in once (`m.login.token`).
  case loginToken(Secret<String>)
  /// The access token of a session that exists already.
  case accessToken(Secret<String>)
  /// Tokens that an OAuth server gave to this program.
  case oauth(OAuthGrant)
}

/// The tokens of a new session, from an OAuth server.
package struct OAuthGrant: Sendable {
  /// The token that authenticates requests.
  package var access: Secret<String>
  /// The token that obtains a new pair; nil when the server issues none.
  package var refresh: Secret<String>?
  /// Who got the tokens.
  package var client: OAuthClient

  /// Creates a grant.
  package init(access: Secret<String>, refresh: Secret<String>?, client: OAuthClient) {
    self.access = access
    self.refresh = refresh
    self.client = client
  }
}

/// This program as an OAuth server knows it.
package struct OAuthClient: Hashable, Sendable {
  /// The id that the server gave to the program.
  package var id: String
  /// Where a token is exchanged for a new one.
  package var tokenAddress: String
  /// Where a token is given back; nil when the server has no such place.
  package var revocationAddress: String?

  /// Creates a client.
  package init(id: String, tokenAddress: String, revocationAddress: String?) {
    self.id = id
    self.tokenAddress = tokenAddress
    self.revocationAddress = revocationAddress
  }
}
