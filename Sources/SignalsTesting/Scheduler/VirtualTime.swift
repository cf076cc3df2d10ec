import Signals

/// The clock of a test scheduler and its waiting actions.
final class VirtualTime: Sendable {
  private struct State {
    var now = Duration.zero
    var heap = DueHeap<VirtualAction>()
    /// The number of actions in the heap that were not disposed of.
    var liveCount = 0
  }

  private let state = Lock(State())

  var now: Duration {
    state.withLock { $0.now }
  }

  var pendingCount: Int {
    state.withLock { $0.liveCount }
  }

  func add(_ action: @escaping @Sendable () -> Void, after delay: Duration) -> VirtualAction {
    let item = VirtualAction(action, in: self)
    state.withLock { state in
      state.heap.insert(item, due: state.now + max(delay, .zero))
      state.liveCount += 1
    }
    return item
  }

  /// Moves time to `time` unless it is already there.
  func move(to time: Duration) {
    state.withLock { $0.now = max($0.now, time) }
  }

  /// Takes the first action that is due at `limit`, if there is one, and moves time to it.
  func takeNext(until limit: Duration?) -> (@Sendable () -> Void)? {
    state.withLock { state in
      while let due = state.heap.firstDue {
        if let limit, due > limit { return nil }
        // An action that was disposed of neither runs nor moves time.
        guard let action = state.heap.removeFirst()?.take() else { continue }
        state.liveCount -= 1
        state.now = max(state.now, due)
        return action
      }
      return nil
    }
  }

  /// Records that an action was disposed of before its time.
  ///
  /// Disposed actions are removed once they are the majority, so the heap does not grow with a
  /// signal that restarts its timer on every value.
  func wasDisposed() {
    let swept = state.withLock { state -> DueHeap<VirtualAction>? in
      state.liveCount -= 1
      guard state.heap.count > 64, state.heap.count > 2 * state.liveCount else { return nil }
      // Dropped actions are released outside the lock.
      let former = state.heap
      state.heap.removeAll { $0.isDisposed }
      return former
    }
    withExtendedLifetime(swept) {}
  }
}

/// An action that waits for its virtual time; disposal releases what it holds.
final class VirtualAction: Disposable {
  private let action: Lock<(@Sendable () -> Void)?>
  private weak let time: VirtualTime?

  init(_ action: @escaping @Sendable () -> Void, in time: VirtualTime) {
    self.action = Lock(action)
    self.time = time
  }

  var isDisposed: Bool {
    action.withLock { $0 == nil }
  }

  func dispose() {
    guard take() != nil else { return }
    time?.wasDisposed()
  }

  /// Returns the action, once.
  func take() -> (@Sendable () -> Void)? {
    action.withLock { stored in
      let taken = stored
      stored = nil
      return taken
    }
  }
}
