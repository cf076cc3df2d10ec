package import Controllers
package import Signals
import Synchronization

/// A sync controller that is in the state that the test sends.
package final class FakeSyncController: SyncController {
  /// What was asked of it.
  package enum Call: Hashable, Sendable {
    case start, stop, retryNow
  }

  /// The states of the connection, the last of which is replayed.
  package let states = ReplaySubject<ConnectionState, Never>(capacity: 1)
  private let calls = Mutex<[Call]>([])

  /// Makes a controller that was not started.
  package init() {
    states.send(.idle)
  }

  package var connection: Signal<ConnectionState, Never> { states.signal }

  package func start() { add(.start) }
  package func stop() { add(.stop) }
  package func retryNow() { add(.retryNow) }

  /// What was asked since this was asked last.
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
