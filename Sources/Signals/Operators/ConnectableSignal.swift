extension Signal {
  /// Shares one subscription of this signal among all subscribers, started explicitly.
  ///
  /// Events are forwarded as they come, on the thread of the source. See `ConnectableSignal` for
  /// when the subscription begins and ends.
  public func multicast() -> ConnectableSignal<Value, Failure> {
    ConnectableSignal(self, capacity: 0)
  }

  /// Like `multicast()`, but first replays the last `capacity` values to each new subscriber.
  public func multicast(replaying capacity: Int) -> ConnectableSignal<Value, Failure> {
    ConnectableSignal(self, capacity: capacity)
  }
}

/// A signal that starts its source on request, once for all subscribers.
///
/// Subscribers present before `connect()` miss nothing. Completion and failure reach all of them. A
/// later subscriber receives the replayed values and the end; it does not restart the source.
/// Values arrive on the source's thread. All methods may be called from any thread.
public struct ConnectableSignal<Value: Sendable, Failure: Error>: Sendable {
  private let source: ConnectableSource<Value, Failure>
  private let depth: Int

  init(_ source: Signal<Value, Failure>, capacity: Int) {
    self.source = ConnectableSource(source, capacity: capacity)
    depth = source.depth
  }

  /// The events of the source while it is connected.
  ///
  /// Subscribing starts nothing. Disposing of a subscription ends only that one.
  public var signal: Signal<Value, Failure> {
    Signal(depth: depth + 1) { [source] in source.attach($0) }
  }

  /// Starts the source unless it runs or has ended, and returns the connection.
  ///
  /// While the source runs, each call returns the same connection. Disposing of it ends the
  /// source's subscription, and those of all subscribers without an event. Later subscribers wait
  /// for the next `connect()`, which starts the source again. Releasing the disposable does not end
  /// it.
  @discardableResult
  public func connect() -> any Disposable {
    source.connect()
  }

  /// A signal that connects with its first subscriber.
  ///
  /// The connection lasts until the source ends or the result of `connect()` is disposed of, even
  /// if all subscribers leave.
  public func autoconnect() -> Signal<Value, Failure> {
    Signal(depth: depth + 1) { [source] observer in
      guard !observer.isDisposed else { return }
      source.attach(observer)
      source.connect()
    }
  }
}

/// Holds the single subscription of the source.
private final class ConnectableSource<Value: Sendable, Failure: Error>: Sendable {
  /// The time from the beginning of one connection to the beginning of the next.
  private final class Run: Sendable {
    let multicast: Multicast<Value, Failure>
    let connection = Subscription()

    init(capacity: Int) {
      multicast = Multicast(capacity: capacity)
    }
  }

  private struct State {
    var run: Run
    var isStarted = false
    var hasEnded = false
  }

  private let source: Signal<Value, Failure>
  private let capacity: Int
  private let state: Lock<State>

  init(_ source: Signal<Value, Failure>, capacity: Int) {
    precondition(capacity >= 0, "a replay capacity is not negative")
    self.source = source
    self.capacity = capacity
    state = Lock(State(run: Run(capacity: capacity)))
  }

  func attach(_ observer: Observer<Value, Failure>) {
    state.withLock { $0.run }.multicast.attach(observer)
  }

  @discardableResult
  func connect() -> any Disposable {
    let (run, isFirst) = state.withLock { state in
      defer { state.isStarted = true }
      return (state.run, !state.isStarted)
    }
    if isFirst { start(run) }
    return run.connection
  }

  private func start(_ run: Run) {
    let multicast = run.multicast
    run.connection.add(
      AnyDisposable { [weak self, weak run, weak multicast] in
        if let run { self?.leave(run) }
        // After a terminal event the multicast is already empty.
        multicast?.close()
      })
    source.attach(
      Observer(
        subscription: run.connection, value: { multicast.send($0) },
        end: { [weak self] in
          self?.markEnded(run)
          multicast.finish($0)
        }))
  }

  private func markEnded(_ run: Run) {
    state.withLock { if $0.run === run { $0.hasEnded = true } }
  }

  /// Ends the connection; unless the source has ended, another one may follow.
  private func leave(_ run: Run) {
    state.withLock { state in
      guard state.run === run, !state.hasEnded else { return }
      state.run = Run(capacity: capacity)
      state.isStarted = false
    }
  }
}
