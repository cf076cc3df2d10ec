package import Models
package import Signals

/// The devices and the password of the account, and its end.
///
/// Changes that the server wants to be confirmed take the password; a server that wants another proof
/// refuses with `.unsupportedProof`, and a wrong password fails with `M_FORBIDDEN`.
package protocol AccountController: Sendable {
  /// The devices that are signed in to the account: requests them and emits them, those that were active
  /// last first, then completes.
  ///
  /// Source: Matrix client-server API, "Device management".
  func devices() -> Signal<[Device], RequestError>

  /// Changes what a device is called; completes when the server has done it.
  func rename(_ device: String, to name: String) -> Signal<Void, RequestError>

  /// Signs out another device; completes when the server has done it.
  func signOut(_ device: String, password: Secret<String>) -> Signal<Void, RequestError>

  /// Changes the account's password; completes when the server has done it.
  ///
  /// The other devices are signed out on request.
  func changePassword(
    from old: Secret<String>, to new: Secret<String>, signingOutOthers: Bool
  ) -> Signal<Void, RequestError>

  /// Ends the account for good; completes when the server has done it, and no longer knows its tokens.
  ///
  /// - Parameter isErasing: Whether what it wrote is hidden from people who join later, and its profile
  ///   removed.
  ///
  /// Source: Matrix client-server API, "Deactivating an account".
  func deactivate(password: Secret<String>, isErasing: Bool) -> Signal<Void, RequestError>

  /// The web page where the account is managed; nil when the server manages it by requests.
  ///
  /// Emits its address, of a scheme that a browser may be given, then completes. Source: Matrix
  /// client-server API, "Account management URL discovery".
  func page() -> Signal<String?, RequestError>
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
