/// Counts what is still running in a flattened signal.
struct FlattenState<Value: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Value)
    case innerStarted
    case innerEnded(End<Failure>)
    case outerEnded(End<Failure>)
  }

  private var runningCount = 0
  private var isOuterCompleted = false

  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    switch message {
    case .value(let value): observer.onValue(value)
    case .innerStarted: runningCount += 1
    case .innerEnded(.completed):
      runningCount -= 1
      if runningCount == 0, isOuterCompleted { observer.finish() }
    case .outerEnded(.completed):
      isOuterCompleted = true
      if runningCount == 0 { observer.finish() }
    case .innerEnded(let end), .outerEnded(let end): observer.finish(end)
    }
  }
}
