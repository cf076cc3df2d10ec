package import Models
package import Signals

/// Creates, restores and ends the sessions of this machine's accounts.
///
/// Any number of accounts are connected at once, each with a session of its own; one of them is in front.
/// Confined to the main actor.
@MainActor
package protocol SessionController: AnyObject {
  /// The session in front; nil while the account in front has none, and while nobody is signed in.
  var session: Property<Session?> { get }

  /// Why there is no session in front: it ended, or has to be signed in again; nil otherwise.
  var ending: Property<SessionEnding?> { get }

  /// The account that was in front before the one that is, or before nobody was; nil for none.
  var previous: Property<AccountID?> { get }

  /// The sessions of all connected accounts, in the order of `accounts`.
  var sessions: Property<[Session]> { get }

  /// The accounts that are kept on this machine, in the order in which they signed in.
  var accounts: Property<[KnownAccount]> { get }

  /// The step that `restore()` is waiting for.
  var restoring: Property<RestoreStep> { get }

  /// Finds the server for what a person typed: a user id, a server name or an address.
  ///
  /// Emits one description, then completes. Fails with `.invalidInput`, `.insecure` or a network
  /// error. Source: Matrix client-server API, "Server discovery".
  func discover(_ server: String) -> Signal<ServerDescription, RequestError>

  /// Obtains proofs from servers that sign people in by a web page.
  var browser: any BrowserController { get }

  /// Makes accounts on servers that let people do that themselves.
  var registration: any RegistrationController { get }

  /// Signs in with a password or another proof and puts the account in front; updates `session` before it
  /// emits.
  ///
  /// Other accounts stay connected. Emits the session, then completes. After a soft logout the account
  /// keeps its device, if the proof leaves the choice to this program, and its data.
  func signIn(_ credentials: Credentials) -> Signal<Session, RequestError>

  /// Restores the session of the account that was in front last, without waiting for the network.
  ///
  /// Emits the session, or nil when none is stored, then completes. Fails with `.storage` when the
  /// stored session cannot be read; the file is left untouched.
  func restore() -> Signal<Session?, RequestError>

  /// Restores the session of an account and puts it in front, but the next start opens the same one as before.
  ///
  /// Emits the session, or nil when it has to sign in again, then completes.
  func restore(_ account: AccountID) -> Signal<Session?, RequestError>

  /// The accounts that are kept on this machine, as the files have them; emits them, then completes.
  func storedAccounts() -> Signal<[AccountID], RequestError>

  /// Restores the sessions of the other accounts that were connected last, then completes.
  ///
  /// The state of an account says why it could not be restored.
  func restoreOthers() -> Signal<Void, Never>

  /// Puts an account in front and connects it, unless it is connected.
  ///
  /// Completes when it is in front. An account that has to sign in again is in front without a session, unless
  /// another process has signed it in since. Fails when its session cannot be restored; the account in front
  /// then stays there.
  func show(_ account: AccountID) -> Signal<Void, RequestError>

  /// Leaves the place in front empty, so that another account can sign in; all sessions go on.
  func showNone()

  /// Ends an account's session here and keeps its tokens for `show`; completes when its files are free.
  func disconnect(_ account: AccountID) -> Signal<Void, RequestError>

  /// Ends an account's session at once and notifies the server; completes when the server has
  /// confirmed.
  ///
  /// The local session ends even when the server cannot be notified; the signal then fails. Unsent
  /// messages and drafts stay on this machine; after the account signs in here again, the messages
  /// are sent and the drafts return. If the account was in front, another connected one takes its place.
  func signOut(_ account: AccountID) -> Signal<Void, RequestError>

  /// Ends the session of an account that is no more, and removes all its files, also unsent messages and drafts;
  /// completes when they are gone.
  func remove(_ account: AccountID) -> Signal<Void, RequestError>
}

/// What restoring a session waits for.
package enum RestoreStep: Hashable, Sendable {
  /// The stored session is being read from disk.
  case readingFiles
  /// The server of this machine is being started.
  case startingServer
}

/// Why a session ended.
package enum SessionEnding: Hashable, Sendable {
  /// The user signed out.
  case signedOut
  /// The server no longer accepts the token. After a soft logout, signing in again keeps the device
  /// and the data.
  case refused(isSoft: Bool, user: UserID, server: String)
  /// The stored tokens cannot be decrypted: the vault's key is missing or another one. Signing in again
  /// keeps the device and the data.
  case locked(user: UserID, server: String)

  /// The account that has to sign in again, and its server; nil after the user signed out.
  package var account: (user: UserID, server: String)? {
    switch self {
    case .signedOut: nil
    case .refused(_, let user, let server), .locked(let user, let server): (user, server)
    }
  }
}
