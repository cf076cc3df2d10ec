/// Counts what is still running in a flattened signal.
struct FlattenState<Value: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Value)
    case innerStarted
    case innerEnded(End<Failure>)
    case outerEnded(End<Failure>)
  }

  private var runningCount = 0
  private var isOuterOver = false
  private var end = End<Failure>.completed

  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    switch message {
    case .value(let value): observer.onValue(value)
    case .innerStarted: runningCount += 1
    case .innerEnded(let new):
      runningCount -= 1
      finish(new, observer)
    case .outerEnded(let new):
      isOuterOver = true
      finish(new, observer)
    }
  }

  private mutating func finish(_ new: End<Failure>, _ observer: Observer<Value, Failure>) {
    guard !new.isFailure else { return observer.finish(new) }
    end = end.joined(with: new)
    if isOuterOver, runningCount == 0 { observer.finish(end) }
  }
}
