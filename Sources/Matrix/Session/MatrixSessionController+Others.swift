package import Controllers
package import Signals

/// The accounts that are connected while another one is in front.
extension MatrixSessionController {
  package func restoreOthers() -> Signal<Void, Never> {
    Signal.from { [self, builder] () async in
      // A list that cannot be read leaves the account in front alone.
      guard let listed = try? builder.folders.listed() else { return }
      // The state of an account says why it could not be connected.
      for account in await note(listed) { try? await connect(account) }
    }
  }

  package func restore(_ account: AccountID) -> Signal<Session?, RequestError> {
    Signal.from { [self] () async throws(RequestError) -> Session? in
      if await board.running(account) == nil { try await connect(account) }
      await bring(account)
      return await board.running(account)?.session
    }
  }

  package func storedAccounts() -> Signal<[AccountID], RequestError> {
    Signal.from { [builder] () async throws(RequestError) -> [AccountID] in
      try Self.storing(.restore) { () throws(StorageError) in
        try builder.folders.listed().compactMap { AccountFolders.account(named: $0.name) }
      }
    }
  }

  package func remove(_ account: AccountID) -> Signal<Void, RequestError> {
    Signal.from { [self, builder] () async throws(RequestError) in
      let ended = await end(account, nil)
      await leaveFront(account, ending: .signedOut)
      do throws(StorageError) {
        if let running = ended?.running {
          try await builder.erase(running)
          running.release()
        }
        try builder.folders.remove(account)
      } catch {
        throw error.requestError(.signOut)
      }
    }
  }

  /// Connects an account; one that has to sign in again stays so, unless another process has signed it in.
  nonisolated func reconnect(_ account: AccountID) async throws(RequestError) {
    if case .ended(.refused)? = await board.state(of: account) {
      let stored = try Self.storing(.restore) { () throws(StorageError) in
        try StoredSession.load(from: builder.folders.folder(of: account))
      }
      guard stored?.tokens != nil else { return }
    }
    try await connect(account)
  }

  /// Puts the stored session of a name on this machine's server in front.
  ///
  /// Nil when there is none.
  nonisolated func resume(
    _ name: String, on server: LocalServer
  ) async throws(RequestError) -> Session? {
    guard let account = builder.localAccount(of: name) else { return nil }
    _ = try await show(account).first()
    return await board.running(account)?.session
  }

  /// Restores an account's session behind the one in front.
  nonisolated func connect(_ account: AccountID) async throws(RequestError) {
    await note(account, .connecting)
    do throws(RequestError) {
      let found = try Self.storing(.restore) { () throws(StorageError) in
        try builder.found(account)
      }
      guard let found else { return await note(account, .disconnected) }
      guard let running = try await start(found) else { return }
      _ = await begin(running, inFront: false)
    } catch {
      await note(account, .failed(error))
      throw error
    }
  }

  /// Takes the list over; returns the accounts to connect.
  private func note(_ listed: [AccountFolders.Listed]) -> [AccountID] {
    var (order, others): ([AccountID], [AccountID]) = ([], [])
    batch {
      for entry in listed {
        guard let account = AccountFolders.account(named: entry.name) else { continue }
        order.append(account)
        guard board.state(of: account) == nil, account != board.front else { continue }
        board.note(account, entry.isConnected ? .connecting : .disconnected)
        if entry.isConnected { others.append(account) }
      }
      board.sort(by: order)
    }
    return others
  }
}
