/// The values that wait for their due time, and the end behind them.
///
/// A due time releases the oldest value, so timers that fire together keep the order.
struct DelayState<Value: Sendable, Failure: Error>: StageState {
  private var waiting = ValueQueue<Value>()
  private var end: End<Failure>?

  mutating func handle(
    _ message: TimedMessage<Value, Failure>, _ observer: Observer<Value, Failure>
  ) {
    switch message {
    case .value(let value): waiting.append(value)
    case .ended(let end) where end.isFailure: observer.finish(end)
    case .ended(let end): self.end = end
    case .due:
      if let value = waiting.popFirst() {
        observer.onValue(value)
      } else if let end {
        observer.finish(end)
      }
    }
  }
}
