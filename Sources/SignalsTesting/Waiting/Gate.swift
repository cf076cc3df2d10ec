import Signals

/// A one-time event that one task awaits and another triggers, with a time limit.
final class Gate: Sendable {
  private struct State {
    /// Whether the gate opened in time; `nil` while the wait continues.
    var outcome: Bool?
    var waiter: CheckedContinuation<Bool, Never>?
  }

  private let state = Lock(State())

  func open() {
    settle(true)
  }

  private func settle(_ outcome: Bool) {
    let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: outcome)
  }

  /// Waits until the gate opens; returns false after `limit` or when the task is cancelled.
  ///
  /// Await a gate at most once.
  func wait(within limit: Duration, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    let clock = Task { [self] in
      try? await Task.sleep(for: limit)
      settle(false)
    }
    defer { clock.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        let outcome = state.withLock { state -> Bool? in
          if state.outcome == nil { state.waiter = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      settle(false)
    }
  }
}
