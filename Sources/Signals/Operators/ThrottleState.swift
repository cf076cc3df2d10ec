/// What a throttled signal holds back; touched inside the stage's turn.
struct ThrottleState<Value: Sendable> {
  private var pending: Value?
  /// Until when values are held back.
  private var isQuiet = false

  /// Handles a message; `beginQuiet` starts the timer whose end is a `due` message.
  mutating func handle<Failure: Error>(
    _ message: TimedMessage<Value, Failure>, _ observer: Observer<Value, Failure>,
    beginQuiet: () -> Void
  ) {
    switch message {
    case .event(.value(let value)):
      if isQuiet {
        pending = value
      } else {
        isQuiet = true
        beginQuiet()
        observer.onValue(value)
      }
    case .event(.failed(let failure)):
      observer.finish(failure)
    case .event(.completed):
      if let pending { observer.onValue(pending) }
      observer.finish()
    case .due:
      if let value = pending {
        pending = nil
        beginQuiet()
        observer.onValue(value)
      } else {
        isQuiet = false
      }
    }
  }
}
