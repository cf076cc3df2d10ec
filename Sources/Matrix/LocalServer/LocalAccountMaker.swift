import Controllers
import Models
import Signals

/// Makes accounts on this machine's server without ever losing a password: each is stored before it
/// is sent to the server.
///
/// Several processes may make accounts at once, because every change of the file happens under its
/// lock.
struct LocalAccountMaker: Sendable {
  let dataDirectory: String
  let registration: LocalRegistration

  /// The error for a name that belongs to somebody else's account.
  static let taken = RequestError(
    operation: .signUp, reason: .refused, status: 400, code: "M_USER_IN_USE")

  /// The accounts that were made, most recently used first.
  func accounts() throws(RequestError) -> [LocalAccount] {
    do throws(StorageError) {
      let folders = AccountFolders(dataDirectory: dataDirectory, cacheDirectory: "")
      return try LocalAccountFile(in: directory()).madeAccounts.map { user throws(StorageError) in
        LocalAccount(
          userID: user,
          isOpenElsewhere: try folders.isOpenElsewhere(AccountID(userID: user, server: nil)))
      }
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// The stored entry for an account name.
  func entry(of name: String) throws(RequestError) -> LocalAccountEntry? {
    do throws(StorageError) {
      return try LocalAccountFile(in: directory()).entry(of: name)
    } catch {
      throw error.requestError(.signUp)
    }
  }

  /// Makes an account with the password stored for its name, or with a new one.
  ///
  /// An entry that is still not made afterwards has a name that the server already knows. The
  /// account may be this program's own, from an attempt whose response was lost. Fails with `taken`
  /// for a name that certainly belongs to somebody else, and with `M_FORBIDDEN` for an account of
  /// this program whose password has changed since.
  ///
  /// - Parameter tried: The entry that the server rejected, if any. An entry that another process
  ///   has made since counts as new.
  func make(
    _ name: String, on server: LocalServer, after tried: LocalAccountEntry?
  ) async throws(RequestError) -> LocalAccountEntry {
    try await exclusively { () async throws(RequestError) -> LocalAccountEntry in
      let stored = try entry(of: name)
      if let stored, stored.isMade, stored != tried { return stored }
      let entry: LocalAccountEntry
      if let stored {
        entry = stored
      } else {
        entry = try newEntry(name, on: server)
        try put(entry)
      }
      let userID: UserID
      do throws(RequestError) {
        userID = try await registration.run(
          name: name, password: Secret(entry.password), on: server.address)
      } catch {
        guard error.code == Self.taken.code else { throw error }
        return try known(stored, name)
      }
      let made = entry.with {
        $0.userID = userID
        $0.isMade = true
      }
      try put(made)
      return made
    }
  }

  /// What it means that the server already has an account with this name.
  private func known(
    _ stored: LocalAccountEntry?, _ name: String
  ) throws(RequestError) -> LocalAccountEntry {
    guard let stored else {
      try removeUnmade(name)
      throw Self.taken
    }
    guard !stored.isMade else {
      throw RequestError(operation: .signUp, reason: .refused, status: 403, code: "M_FORBIDDEN")
    }
    return stored
  }

  /// Records that the server has an account with the stored password.
  func confirm(_ entry: LocalAccountEntry) async throws(RequestError) {
    try await exclusively { () async throws(RequestError) in
      try put(entry.with { $0.isMade = true })
    }
  }

  /// Removes an account that turned out to be somebody else's.
  func forget(_ entry: LocalAccountEntry) async throws(RequestError) {
    try await exclusively { () async throws(RequestError) in
      try removeUnmade(String(entry.userID.localpart))
    }
  }

  private func newEntry(
    _ name: String, on server: LocalServer
  ) throws(RequestError) -> LocalAccountEntry {
    guard let userID = UserID("@\(name):\(server.name)") else {
      throw RequestError(operation: .signUp, reason: .invalidInput(name))
    }
    return LocalAccountEntry(
      userID: userID, password: LocalAccountFile.newPassword(), isMade: false)
  }

  private func put(_ entry: LocalAccountEntry) throws(RequestError) {
    do throws(StorageError) {
      var file = try LocalAccountFile(in: directory())
      try file.put(entry)
    } catch {
      throw error.requestError(.signUp)
    }
  }

  private func removeUnmade(_ name: String) throws(RequestError) {
    do throws(StorageError) {
      var file = try LocalAccountFile(in: directory())
      try file.removeUnmade(name)
    } catch {
      throw error.requestError(.signUp)
    }
  }

  private func directory() throws(StorageError) -> AccountDirectory {
    try AccountDirectory(path: dataDirectory)
  }

  private func exclusively<Value: Sendable>(
    _ body: @Sendable () async throws(RequestError) -> Value
  ) async throws(RequestError) -> Value {
    do {
      return try await directory().withLock(
        LocalAccountFile.lockName, patience: .seconds(40), body)
    } catch let error as StorageError {
      throw error.requestError(.signUp)
    } catch let error as RequestError {
      throw error
    } catch {
      throw RequestError(operation: .signUp, reason: .cancelled)
    }
  }
}
