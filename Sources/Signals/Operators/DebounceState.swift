/// The messages of a timed operator: from the source or its clock.
enum TimedMessage<Value: Sendable, Failure: Error>: Sendable {
  case value(Value)
  case ended(End<Failure>)
  /// The timer with that number fired.
  case due(Int)
}

/// The value that waits for silence.
///
/// A burst has one timer: when it fires too early for the latest value, it waits for the rest. (A timer
/// for each value would wake libdispatch's thread at each key of a typist.)
struct DebounceState<Value: Sendable, Failure: Error>: StageState {
  private let interval: Duration
  private let now: @Sendable () -> Duration
  /// Starts the timer that ends with a `due` message.
  private let wait: @Sendable (Duration) -> Void
  private var waiting: (value: Value, due: Duration)?
  private var isTimed = false

  init(
    _ interval: Duration, now: @escaping @Sendable () -> Duration,
    wait: @escaping @Sendable (Duration) -> Void
  ) {
    self.interval = interval
    self.now = now
    self.wait = wait
  }

  mutating func handle(
    _ message: TimedMessage<Value, Failure>, _ observer: Observer<Value, Failure>
  ) {
    switch message {
    case .value(let value):
      waiting = (value, now() + interval)
      if !isTimed { begin(interval) }
    case .ended(let end):
      if !end.isFailure { sendWaiting(observer) }
      observer.finish(end)
    case .due:
      isTimed = false
      guard let waiting else { return }
      let rest = waiting.due - now()
      if rest > .zero { begin(rest) } else { sendWaiting(observer) }
    }
  }

  private mutating func begin(_ delay: Duration) {
    isTimed = true
    wait(delay)
  }

  private mutating func sendWaiting(_ observer: Observer<Value, Failure>) {
    guard let value = waiting?.value else { return }
    waiting = nil
    observer.onValue(value)
  }
}
