/// Something that one task waits for and another opens, or the clock gives up on.
final class Gate: Sendable {
  private struct State {
    /// Whether the wait was worth it; `nil` while the gate is closed.
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

  /// Waits until the gate opens; false when it stayed closed for `limit` or the task was cancelled.
  ///
  /// A gate is waited at once.
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
