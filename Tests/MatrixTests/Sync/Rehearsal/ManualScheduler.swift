import Signals
import Synchronization
import Testing

/// A scheduler whose time stands still until a test fires the next timer.
final class ManualScheduler: Scheduler {
  private struct Timer {
    let id: Int
    let due: Duration
    let delay: Duration
    let action: @Sendable () -> Void
  }

  private struct State {
    var now = Duration.zero
    var next = 0
    var timers: [Timer] = []
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock { $0.now } }

  /// The number of pending timers.
  var timerCount: Int { state.withLock { $0.timers.count } }

  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return AnyDisposable()
  }

  @discardableResult
  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let id = state.withLock { state in
      let id = state.next
      state.next += 1
      let timer = Timer(id: id, due: state.now + delay, delay: delay, action: action)
      state.timers.append(timer)
      return id
    }
    return AnyDisposable { self.state.withLock { $0.timers.removeAll { $0.id == id } } }
  }

  /// Waits until a timer is set; returns its delay without firing it.
  @discardableResult
  func nextTimer(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Duration {
    try await awaited("timer", sourceLocation: sourceLocation) {
      state.withLock { $0.timers.min { $0.due < $1.due }?.delay }
    }
  }

  /// Waits until a timer is set, advances time to its end and fires it; returns its delay.
  @discardableResult
  func fireNext(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Duration {
    try await nextTimer(sourceLocation: sourceLocation)
    let timer = state.withLock { state -> Timer? in
      guard let timer = state.timers.min(by: { $0.due < $1.due }) else { return nil }
      state.timers.removeAll { $0.id == timer.id }
      state.now = max(state.now, timer.due)
      return timer
    }
    timer?.action()
    return timer?.delay ?? .zero
  }

  /// Advances time without firing.
  func pass(_ duration: Duration) { state.withLock { $0.now += duration } }
}
