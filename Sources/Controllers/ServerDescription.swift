/// What a server reveals about itself before sign-in.
package struct ServerDescription: Hashable, Sendable {
  /// The base URL, without a trailing slash.
  package var address: String
  /// The newest specification version that the server declares, such as `v1.15`; nil when it
  /// declares none.
  package var newestVersion: String?
  /// Whether the server offers sign-in by password.
  package var acceptsPasswords: Bool
  /// Whether the server takes a token that signs in once.
  package var acceptsLoginTokens: Bool
  /// The ways to sign in by a web page, best first.
  package var browserWays: [BrowserWay]
  /// Whether people can make accounts themselves, and what the server asks of them.
  package var registration: RegistrationOffer

  /// Creates a description; by default of a server without web pages and with closed registration.
  package init(
    address: String, newestVersion: String?, acceptsPasswords: Bool,
    acceptsLoginTokens: Bool = false, browserWays: [BrowserWay] = [],
    registration: RegistrationOffer = .closed
  ) {
    self.address = address
    self.newestVersion = newestVersion
    self.acceptsPasswords = acceptsPasswords
    self.acceptsLoginTokens = acceptsLoginTokens
    self.browserWays = browserWays
    self.registration = registration
  }
}

/// A way to sign in by a web page.
package enum BrowserWay: Hashable, Sendable {
  /// OAuth 2.0 by a short code that the user enters on a web page, perhaps of another machine.
  case deviceCode
  /// OAuth 2.0 by a browser of this machine.
  case authorizationCode
  /// Single sign-on: at one of the server's identity providers, or at its only one.
  case singleSignOn(IdentityProvider?)
}

/// Somebody else who knows the server's people.
package struct IdentityProvider: Hashable, Sendable {
  /// What the server calls it in addresses.
  package var id: String
  /// What people call it.
  package var name: String

  /// Creates a provider.
  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// Whether people can make accounts on a server themselves.
package enum RegistrationOffer: Hashable, Sendable {
  /// They cannot, or the server does not say how.
  case closed
  /// They can, here.
  case open(RegistrationNeeds)
  /// They can, but the server wants what this program cannot give, such as an e-mail address or a captcha.
  case elsewhere
}

/// What a server asks of a new account besides name and password.
package struct RegistrationNeeds: Hashable, Sendable {
  /// A token that its administrator gives out.
  package var token: Bool
  /// Terms to accept; none if empty.
  package var terms: [ServerTerms]

  /// Creates needs; by default there are none.
  package init(token: Bool = false, terms: [ServerTerms] = []) {
    self.token = token
    self.terms = terms
  }
}

/// A text that a server wants to be accepted.
package struct ServerTerms: Hashable, Sendable {
  /// The name of the text.
  package var name: String
  /// The address of the text.
  package var address: String

  /// Creates terms.
  package init(name: String, address: String) {
    self.name = name
    self.address = address
  }
}
