import Controllers
import Models
import Signals

/// Makes accounts on this machine's server so that no password is ever lost: it is stored before the
/// server hears of it.
///
/// Several processes may do so at the same time: each change of the file happens under its lock.
struct LocalAccountMaker: Sendable {
  let dataDirectory: String
  let registration: LocalRegistration

  /// The error for the name of somebody else's account.
  static let taken = RequestError(
    operation: .signUp, reason: .refused, status: 400, code: "M_USER_IN_USE")

  /// The accounts that were made, the one that was used last first.
  func accounts() throws(RequestError) -> [LocalAccount] {
    do throws(StorageError) {
      let folders = AccountFolders(dataDirectory: dataDirectory, cacheDirectory: "")
      return try LocalAccountFile(in: directory()).madeAccounts.map { user throws(StorageError) in
        LocalAccount(userID: user, isOpenElsewhere: try folders.isOpenElsewhere(user, on: nil))
      }
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// What is stored of the account of a name.
  func entry(of name: String) throws(RequestError) -> LocalAccountEntry? {
    do throws(StorageError) {
      return try LocalAccountFile(in: directory()).entry(of: name)
    } catch {
      throw error.requestError(.signUp)
    }
  }

  /// Makes an account, with the password that is stored for its name, or a new one.
  ///
  /// An entry that is not made at the end is one whose name the server has already: it may be this
  /// program's own, of a try whose answer was lost. Fails with `taken` for a name that is certainly
  /// somebody else's, and with `M_FORBIDDEN` for an own account that has another password by now.
  ///
  /// - Parameter tried: The entry that the server did not take, if there was one: one that another
  ///   process has made since is as good as a new one.
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

  /// What the name of an account means that the server has already.
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

  /// Notes that the server has an account with the stored password.
  func confirm(_ entry: LocalAccountEntry) async throws(RequestError) {
    try await exclusively { () async throws(RequestError) in
      try put(entry.with { $0.isMade = true })
    }
  }

  /// Forgets an account that turned out to be somebody else's.
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
