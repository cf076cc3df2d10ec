/// What is still running in a flattened race.
struct FlatMapRaceState<Value: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Value)
    case innerStarted
    /// The inner signal that won has ended.
    case innerEnded(End<Failure>)
    case outerEnded(End<Failure>)
  }

  private var hasInner = false
  private var hasWinnerEnded = false
  private var isOuterCompleted = false

  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    switch message {
    case .value(let value): observer.onValue(value)
    case .innerStarted: hasInner = true
    case .innerEnded(.completed):
      hasWinnerEnded = true
      if isOuterCompleted { observer.finish() }
    case .outerEnded(.completed):
      isOuterCompleted = true
      if hasWinnerEnded || !hasInner { observer.finish() }
    case .innerEnded(let end), .outerEnded(let end): observer.finish(end)
    }
  }
}
