package import Models
package import Signals

/// Makes accounts on servers that let people do that themselves; any thread may call.
///
/// Source: Matrix client-server API, "Account registration", "Token-authenticated registration", "Terms of
/// service at registration".
package protocol RegistrationController: Sendable {
  /// Completes when a name is free on the server; fails with `M_USER_IN_USE`, `M_INVALID_USERNAME` or
  /// `M_EXCLUSIVE` when it cannot be had.
  func check(name: String, on server: String) -> Signal<Void, RequestError>

  /// Completes when the server knows a registration token; fails with `M_FORBIDDEN` otherwise.
  func check(token: Secret<String>, on server: String) -> Signal<Void, RequestError>

  /// Makes an account.
  ///
  /// Emits its id, then completes; nobody is signed in. Fails with `.unsupportedProof` when the server asks
  /// for what the account does not have.
  func register(_ account: NewAccount, on server: String) -> Signal<UserID, RequestError>
}

/// An account to make.
package struct NewAccount: Sendable {
  /// The local part of its id.
  package var name: String
  /// Its password.
  package var password: Secret<String>
  /// The token that the server's administrator gave out.
  package var token: Secret<String>?
  /// Whether the user has accepted the server's terms.
  package var acceptsTerms: Bool

  /// Creates an account to make.
  package init(
    name: String, password: Secret<String>, token: Secret<String>? = nil, acceptsTerms: Bool = false
  ) {
    self.name = name
    self.password = password
    self.token = token
    self.acceptsTerms = acceptsTerms
  }
}
