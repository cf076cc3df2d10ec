package import Models
package import Signals

/// Who is signed in: makes, restores and ends sessions.
@MainActor
package protocol SessionController: AnyObject {
  /// The session, or nothing when nobody is signed in.
  var session: Property<Session?> { get }

  /// Why there is no session, after one ended or could not be restored.
  var ending: Property<SessionEnding?> { get }

  /// What `restore()` is busy with.
  var restoring: Property<RestoreStep> { get }

  /// Finds the server for what a person typed: a user id, a server's name or an address.
  ///
  /// Emits one description, then completes. Errors: `.invalidInput`, `.insecure`, and those of
  /// the network. Source: Matrix client-server API, "Server discovery".
  func discover(_ server: String) -> Signal<ServerDescription, RequestError>

  /// Signs in by password; `session` changes before the value is emitted.
  ///
  /// Emits the session, then completes. A soft-logged-out account keeps its device and its data.
  func signIn(_ credentials: Credentials) -> Signal<Session, RequestError>

  /// Takes up the session that the last run stored, without waiting for the network.
  ///
  /// Emits the session, or nothing when none is stored, then completes. Fails with `.storage` when
  /// the stored session cannot be read; the file is left as it is.
  func restore() -> Signal<Session?, RequestError>

  /// Ends the session here at once and tells the server; completes when the server knows.
  ///
  /// The session is gone even when the server could not be told (then the signal fails). Messages
  /// that are not sent stay on this machine, and are taken up when the account signs in here again.
  func signOut() -> Signal<Void, RequestError>
}

/// What the stored session waits for.
package enum RestoreStep: Hashable, Sendable {
  case readingFiles
  /// The server of this machine does not run yet.
  case startingServer
}

/// What a person gives to sign in.
package struct Credentials: Sendable {
  /// The server as typed or discovered: a name or an address.
  package var server: String
  /// A whole user id or its local part.
  package var user: String
  package var password: Secret<String>

  package init(server: String, user: String, password: Secret<String>) {
    self.server = server
    self.user = user
    self.password = password
  }
}

/// What is known of a server before anybody signs in to it.
package struct ServerDescription: Hashable, Sendable {
  /// The base address, without a slash at the end.
  package var address: String
  /// The newest version of the specification that the server claims, for example `v1.15`.
  package var newestVersion: String?
  package var acceptsPasswords: Bool

  package init(address: String, newestVersion: String?, acceptsPasswords: Bool) {
    self.address = address
    self.newestVersion = newestVersion
    self.acceptsPasswords = acceptsPasswords
  }
}

/// How a session ended.
package enum SessionEnding: Hashable, Sendable {
  case signedOut
  /// The server no longer accepts the token. When soft, signing in again keeps device and data.
  case refused(isSoft: Bool, user: UserID, server: String)
}
