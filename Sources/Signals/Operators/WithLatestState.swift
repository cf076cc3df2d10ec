/// The latest value of the other signal.
struct WithLatestState<Value: Sendable, Other: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Value)
    case other(Other)
    case ended(End<Failure>)
  }

  private var latest: Other?

  mutating func handle(_ message: Message, _ observer: Observer<(Value, Other), Failure>) {
    switch message {
    case .value(let value): if let latest { observer.onValue((value, latest)) }
    case .other(let value): latest = value
    case .ended(let end): observer.finish(end)
    }
  }
}
