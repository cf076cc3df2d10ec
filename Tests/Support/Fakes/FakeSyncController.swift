package import Controllers
package import Models
package import Signals
import Synchronization

/// A sync controller whose state the test sends.
package final class FakeSyncController: SyncController {
  /// A recorded call.
  package enum Call: Hashable, Sendable {
    case start, stop, retryNow
  }

  /// The connection states; replays the latest.
  package let states = ReplaySubject<ConnectionState, Never>(capacity: 1)
  private let calls = Mutex<[Call]>([])

  /// Creates a controller that has not been started.
  package init() {
    states.send(.idle)
  }

  /// The times of syncs; replays the latest.
  package let times = ReplaySubject<Timestamp, Never>(capacity: 1)

  /// The losses of the cache; replays the latest.
  package let losses = ReplaySubject<Void, Never>(capacity: 1)

  package var cacheLosses: Signal<Void, Never> { losses.signal }
  package var lastSync: Signal<Timestamp, Never> { times.signal }
  package var connection: Signal<ConnectionState, Never> { states.signal }

  package func start() { add(.start) }
  package func stop() { add(.stop) }
  package func retryNow() { add(.retryNow) }

  /// The calls since the last time this method was called.
  package func takeCalls() -> [Call] {
    calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
  }

  private func add(_ call: Call) {
    calls.withLock { $0.append(call) }
  }
}
