import Synchronization

/// Events in handlers, for tests to wait for.
final class Events: Sendable {
  private struct State {
    var counts: [String: Int] = [:]
    var waiting: [(name: String, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  func note(_ name: String) {
    let ready = state.withLock { state in
      state.counts[name, default: 0] += 1
      let count = state.counts[name, default: 0]
      let ready = state.waiting.filter { $0.name == name && $0.count <= count }
      state.waiting.removeAll { $0.name == name && $0.count <= count }
      return ready
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  func count(_ name: String) -> Int { state.withLock { $0.counts[name, default: 0] } }

  /// Waits until an event has happened that often.
  ///
  /// - Returns: Whether it has within the time.
  func happens(_ name: String, times: Int = 1, within seconds: Double = 60) async -> Bool {
    let limit = Task {
      try await Task.sleep(for: .seconds(seconds))
      // Releases the waiters; the count shows that it did not happen.
      giveUp(name)
    }
    defer { limit.cancel() }
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.counts[name, default: 0] >= times { return true }
        state.waiting.append((name, times, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    return count(name) >= times
  }

  private func giveUp(_ name: String) {
    let waiters = state.withLock { state in
      defer { state.waiting.removeAll { $0.name == name } }
      return state.waiting.filter { $0.name == name }
    }
    for waiter in waiters { waiter.continuation.resume() }
  }
}
