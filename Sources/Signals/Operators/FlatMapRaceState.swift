/// What is still running in a flattened race.
struct FlatMapRaceState<Value: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Value)
    case innerStarted
    /// The inner signal that won has ended.
    case innerEnded(End<Failure>)
    /// An inner signal was lost before any had won.
    case innerLost
    case outerEnded(End<Failure>)
  }

  /// The number of inner signals that may win.
  private var innerCount = 0
  private var innerEnd: End<Failure>?
  private var outerEnd: End<Failure>?

  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    switch message {
    case .value(let value): observer.onValue(value)
    case .innerStarted: innerCount += 1
    case .innerEnded(let end):
      innerEnd = end
      finish(end, observer)
    case .innerLost:
      innerCount -= 1
      if innerCount == 0 { innerEnd = .lost }
      finish(.lost, observer)
    case .outerEnded(let end):
      outerEnd = end
      finish(end, observer)
    }
  }

  private func finish(_ new: End<Failure>, _ observer: Observer<Value, Failure>) {
    guard !new.isFailure else { return observer.finish(new) }
    guard let outerEnd else { return }
    if let innerEnd {
      observer.finish(innerEnd.joined(with: outerEnd))
    } else if innerCount == 0 {
      observer.finish(outerEnd)
    }
  }
}
