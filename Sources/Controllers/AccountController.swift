package import Models
package import Signals

/// The devices and the password of the account, and its end.
///
/// Changes that the server wants to be confirmed take a proof, which is sent only when the server asks for
/// it. A wrong password fails with `M_FORBIDDEN`. Where the server wants the confirmation on a web page,
/// the change fails with `.needsBrowser`, and is asked for again with that confirmation once the user has given
/// it there; it fails in the same way until then. A server that wants yet another proof refuses with
/// `.unsupportedProof`.
package protocol AccountController: Sendable {
  /// The devices that are signed in to the account: requests them and emits them, those that were active
  /// last first, then completes.
  ///
  /// Source: Matrix client-server API, "Device management".
  func devices() -> Signal<[Device], RequestError>

  /// Changes what a device is called; completes when the server has done it.
  func rename(_ device: String, to name: String) -> Signal<Void, RequestError>

  /// Signs out another device; completes when the server has done it.
  func signOut(_ device: String, proof: AccountProof) -> Signal<Void, RequestError>

  /// Changes the account's password; completes when the server has done it.
  ///
  /// The other devices are signed out on request.
  func changePassword(
    to new: Secret<String>, signingOutOthers: Bool, proof: AccountProof
  ) -> Signal<Void, RequestError>

  /// Ends the account for good; completes when the server has done it, and no longer knows its tokens.
  ///
  /// - Parameter isErasing: Whether what it wrote is hidden from people who join later, and its profile
  ///   removed.
  ///
  /// Source: Matrix client-server API, "Deactivating an account".
  func deactivate(isErasing: Bool, proof: AccountProof) -> Signal<Void, RequestError>

  /// The web page where the account is managed; nil when the server manages it by requests.
  ///
  /// Emits its address, of a scheme that a browser may be given, then completes. Source: Matrix
  /// client-server API, "Account management URL discovery".
  func page() -> Signal<String?, RequestError>
}

/// What shows the server that the account's owner wants a change.
///
/// Source: Matrix client-server API, "User-interactive authentication API".
package enum AccountProof: Sendable {
  /// The account's password.
  case password(Secret<String>)
  /// What the owner does on a web page of the server; nil asks for the page.
  case browser(BrowserConfirmation?)
}

/// A web page of the server on which the user confirms a change.
///
/// Source: Matrix client-server API, "User-interactive authentication API", "Fallback".
package struct BrowserConfirmation: Hashable, Sendable {
  /// The page, of a scheme that a browser may be given.
  package var address: String
  /// What the server calls the wait for it.
  package var session: String

  /// Creates a confirmation.
  package init(address: String, session: String) {
    (self.address, self.session) = (address, session)
  }
}

/// A device that is signed in to the account.
package struct Device: Hashable, Sendable {
  /// The Matrix id.
  package var id: String
  /// What the user called it.
  package var name: String?
  /// When the server last heard of it.
  package var lastSeen: Timestamp?
  /// The address from which it did.
  package var address: String?

  package init(
    id: String, name: String? = nil, lastSeen: Timestamp? = nil, address: String? = nil
  ) {
    self.id = id
    self.name = name
    self.lastSeen = lastSeen
    self.address = address
  }
}
