/// The value that a throttled signal holds back.
struct ThrottleState<Value: Sendable, Failure: Error>: StageState {
  private let values: ThrottledValues
  /// Starts the timer that ends with a `due` message.
  let beginQuiet: @Sendable () -> Void
  private var pending: Value?
  /// Whether values are held back until the timer fires.
  private var isQuiet = false

  init(_ values: ThrottledValues, beginQuiet: @escaping @Sendable () -> Void) {
    self.values = values
    self.beginQuiet = beginQuiet
  }

  mutating func handle(
    _ message: TimedMessage<Value, Failure>, _ observer: Observer<Value, Failure>
  ) {
    switch message {
    case .value(let value):
      let isFirst = !isQuiet
      if isFirst {
        isQuiet = true
        beginQuiet()
      }
      if isFirst, values != .latest {
        observer.send(value)
      } else if values != .first {
        pending = value
      }
    case .ended(let end):
      if let pending, !end.isFailure { observer.onValue(pending) }
      observer.finish(end)
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
