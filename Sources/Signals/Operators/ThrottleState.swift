/// The value that a throttled signal holds back.
struct ThrottleState<Value: Sendable, Failure: Error>: StageState {
  /// Starts the timer that ends with a `due` message.
  let beginQuiet: @Sendable () -> Void
  private var pending: Value?
  /// Whether values are held back until the timer fires.
  private var isQuiet = false

  init(beginQuiet: @escaping @Sendable () -> Void) {
    self.beginQuiet = beginQuiet
  }

  mutating func handle(
    _ message: TimedMessage<Value, Failure>, _ observer: Observer<Value, Failure>
  ) {
    switch message {
    case .event(.value(let value)):
      if isQuiet {
        pending = value
      } else {
        isQuiet = true
        beginQuiet()
        observer.send(value)
      }
    case .event(.failed(let failure)):
      observer.finish(failure)
    case .event(.completed):
      if let pending { observer.onValue(pending) }
      observer.finish()
    case .due:
      guard let value = pending else {
        isQuiet = false
        return
      }
      pending = nil
      beginQuiet()
      observer.send(value)
    }
  }
}
