/// The latest value not sent yet.
struct SampleState<Value: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Value)
    case sampled
    case ended(End<Failure>)
  }

  private var latest: Value?

  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    switch message {
    case .value(let value): latest = value
    case .sampled:
      guard let value = latest else { return }
      latest = nil
      observer.onValue(value)
    case .ended(let end): observer.finish(end)
    }
  }
}
