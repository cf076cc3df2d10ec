/// The number of events received; only the timer started after the last one ends the signal.
struct TimeoutState<Value: Sendable, Failure: Error>: StageState {
  let failure: Failure
  private var count = 0

  init(failure: Failure) {
    self.failure = failure
  }

  mutating func handle(
    _ message: TimedMessage<Value, Failure>, _ observer: Observer<Value, Failure>
  ) {
    switch message {
    case .value(let value):
      count += 1
      observer.onValue(value)
    case .ended(let end): observer.finish(end)
    case .due(let number):
      if number == count { observer.finish(failure) }
    }
  }
}
