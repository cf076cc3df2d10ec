package import Controllers
package import Models
package import Signals
import Synchronization

/// Keeps an account's store up to date by long polling; any thread may call.
///
/// Speaks sliding sync where the server has it, and `/sync` otherwise.
package final class MatrixSyncController: SyncController {
  private let loop: SyncLoop
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let successes: any Disposable
  private let losses: any Disposable
  private let changes: (any Disposable)?

  /// Makes a controller that waits on the clock of `scheduler`.
  ///
  /// - Parameters:
  ///  - revival: Restarts a server that is gone.
  ///  - watch: Detects possibly dead connections; nil where they cannot occur.
  ///  - usesSliding: False to speak `/sync` alone, whose first response has all rooms.
  package init(
    network: MatrixNetworkController, store: AccountStore, scheduler: any Scheduler,
    backoff: Backoff = Backoff(), revival: ServerRevival? = nil,
    watch: (any ConnectionWatch)? = nil, usesSliding: Bool = true,
    now: @escaping WallClock = systemWallClock
  ) {
    let engines = SyncEngines(network: network, store: store, usesSliding: usesSliding)
    let loop = SyncLoop(
      network: network, engines: engines, store: store, scheduler: scheduler, backoff: backoff,
      revival: revival, now: now)
    self.loop = loop
    successes = network.successes.subscribe(value: { [weak loop] operation in
      if operation != .sync { loop?.serverAnswered() }
    })
    losses = store.losses.subscribe(value: { [weak loop] in loop?.startOver() })
    // A network comes up in several steps; only the last one matters.
    changes = watch?.changes.debounce(.seconds(1), on: scheduler)
      .subscribe(value: { [weak loop] in loop?.reconnect() })
  }

  deinit {
    successes.dispose()
    losses.dispose()
    changes?.dispose()
    task.withLock { $0 }?.cancel()
  }

  package var connection: Signal<ConnectionState, Never> { loop.connection }
  package var lastSync: Signal<Timestamp, Never> { loop.lastSync }
  package var cacheLosses: Signal<Void, Never> { loop.store.replacements }

  package func start() {
    task.withLock { task in
      guard task.map({ $0.isCancelled }) ?? true else { return }
      task = Task { [loop, previous = task] in
        await previous?.value
        await loop.run()
      }
    }
  }

  package func stop() {
    task.withLock { $0?.cancel() }
    loop.show(.idle)
  }

  package func retryNow() { loop.reconnect() }
}

/// Restarts a session's server when it is gone and moves the session to its address.
///
/// Returns false when the server still runs at the old address. Fails as `LocalServerHost.start()`
/// does.
package typealias ServerRevival = @Sendable () async throws(RequestError) -> Bool
