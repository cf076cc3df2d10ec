/// The messages of a timed operator: from the source or its clock.
enum TimedMessage<Value: Sendable, Failure: Error>: Sendable {
  case value(Value)
  case ended(End<Failure>)
  /// The timer with that number fired.
  case due(Int)
}

/// The value that waits for silence, and the number of the latest value.
struct DebounceState<Value: Sendable, Failure: Error>: StageState {
  private var value: Value?
  private var number = 0

  mutating func handle(
    _ message: TimedMessage<Value, Failure>, _ observer: Observer<Value, Failure>
  ) {
    switch message {
    case .value(let value):
      self.value = value
      number += 1
    case .ended(let end):
      if !end.isFailure { sendWaiting(observer) }
      observer.finish(end)
    case .due(let number):
      if number == self.number { sendWaiting(observer) }
    }
  }

  private mutating func sendWaiting(_ observer: Observer<Value, Failure>) {
    guard let value else { return }
    self.value = nil
    observer.onValue(value)
  }
}
