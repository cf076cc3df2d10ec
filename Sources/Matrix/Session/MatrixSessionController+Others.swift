import Controllers
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
