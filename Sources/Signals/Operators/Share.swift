extension Signal {
  /// Shares one subscription of the source among all subscribers.
  ///
  /// The first subscriber starts the source, and the last one to leave ends it. A subscriber that
  /// arrives after that, or after a terminal event, starts it again. A later subscriber receives
  /// the events from then on. All subscribers receive the source's events on its threads and in the
  /// same order.
  public func share() -> Signal<Value, Failure> {
    let shared = SharedSource(self, capacity: 0, keepsCompletion: false)
    return Signal(after: self) { shared.attach($0) }
  }

  /// Like `share()`, but first replays the last `capacity` values to each new subscriber.
  ///
  /// They are replayed on the subscriber's thread, before `subscribe` returns. After completion,
  /// the values and the completion are replayed and the source is not started again. After a
  /// failure, the values are dropped and the next subscriber starts the source again, so `retry`
  /// works. The values are also dropped when all subscribers leave before the end.
  public func replay(_ capacity: Int) -> Signal<Value, Failure> {
    let shared = SharedSource(self, capacity: capacity, keepsCompletion: true)
    return Signal(after: self) { shared.attach($0) }
  }
}

/// Counts the subscribers of a shared signal and holds the single subscription of the source.
private final class SharedSource<Value: Sendable, Failure: Error>: Sendable {
  /// The time from the first subscriber to the last.
  private final class Run: Sendable {
    let multicast: Multicast<Value, Failure>
    let connection = Subscription()
    /// Guarded by the lock of the state.
    nonisolated(unsafe) weak var lease: Lease?

    init(capacity: Int) {
      multicast = Multicast(capacity: capacity)
    }
  }

  /// Held by all subscribers of a run: ends the source's work when the last one leaves, even if the
  /// source has released everything and nothing else of the run is left.
  private final class Lease: Sendable {
    private let connection: Subscription

    init(_ connection: Subscription) {
      self.connection = connection
    }

    deinit {
      connection.dispose()
    }
  }

  private struct State {
    var run: Run?
    var count = 0
    var hasEnded = false
  }

  private let source: Signal<Value, Failure>
  private let capacity: Int
  private let keepsCompletion: Bool
  private let state = Lock(State())

  init(_ source: Signal<Value, Failure>, capacity: Int, keepsCompletion: Bool) {
    self.source = source
    self.capacity = capacity
    self.keepsCompletion = keepsCompletion
  }

  func attach(_ observer: Observer<Value, Failure>) {
    guard !observer.isDisposed else { return }
    let (run, lease, isFirst) = enter()
    run.multicast.attach(observer)
    // Weak, otherwise a subscription would retain itself through the list that contains it.
    observer.subscription.add(
      AnyDisposable { [weak self, weak run, lease] in
        if let run { self?.leave(run) }
        withExtendedLifetime(lease) {}
      })
    if isFirst { connect(run) }
  }

  private func enter() -> (Run, Lease, isFirst: Bool) {
    state.withLock { state in
      state.count += 1
      if let run = state.run { return (run, run.lease ?? Lease(run.connection), false) }
      let run = Run(capacity: capacity)
      let lease = Lease(run.connection)
      run.lease = lease
      state.run = run
      state.count = 1
      state.hasEnded = false
      return (run, lease, true)
    }
  }

  private func connect(_ run: Run) {
    guard !run.connection.isDisposed else { return }
    let multicast = run.multicast
    source.attach(
      Observer(
        subscription: run.connection,
        value: { multicast.send($0) },
        end: { [self] in
          end(run, $0)
          multicast.finish($0)
        }))
  }

  /// The source has ended: a new subscriber starts it again or receives its completion again.
  private func end(_ run: Run, _ end: End<Failure>) {
    state.withLock { state in
      guard state.run === run else { return }
      state.hasEnded = true
      if keepsCompletion, !end.isFailure { return }
      state.run = nil
    }
  }

  private func leave(_ run: Run) {
    let isLast = state.withLock { state in
      guard state.run === run, !state.hasEnded else { return false }
      state.count -= 1
      guard state.count == 0 else { return false }
      state.run = nil
      return true
    }
    if isLast { run.connection.dispose() }
  }
}
