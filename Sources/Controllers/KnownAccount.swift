package import Models

/// Names an account on this machine; the same after a restart.
package struct AccountID: Hashable, Sendable {
  /// The user.
  package let userID: UserID
  /// The base URL of the server; nil for the server of this machine, whose address may change.
  package let server: String?

  /// Names an account.
  package init(userID: UserID, server: String?) {
    self.userID = userID
    self.server = server
  }
}

/// An account that is kept on this machine.
package struct KnownAccount: Hashable, Sendable, Identifiable {
  /// What an account is doing.
  package enum State: Hashable, Sendable {
    /// It has a session.
    case connected
    /// Its session is being restored.
    case connecting
    /// The user wants no session of it, and its tokens are kept.
    case disconnected
    /// The user has to sign in again.
    case ended(SessionEnding)
    /// Its session could not be restored; another attempt may succeed.
    case failed(RequestError)
  }

  /// The account.
  package let id: AccountID
  /// What it is doing.
  package var state: State

  /// Describes an account.
  package init(id: AccountID, state: State) {
    self.id = id
    self.state = state
  }
}

extension Session {
  /// The account of the session.
  package var id: AccountID {
    AccountID(userID: userID, server: isOnThisMachine ? nil : server)
  }
}
