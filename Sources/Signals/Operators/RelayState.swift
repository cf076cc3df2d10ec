/// Forwards the events of several inputs as one stream.
struct RelayState<Value: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Value)
    case ended(End<Failure>)
  }

  /// A zero-sized state would share the address of the stage's header, which the thread sanitizer
  /// would treat as the same memory.
  private var isOver = false

  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    guard !isOver else { return }
    switch message {
    case .value(let value): observer.onValue(value)
    case .ended(let end):
      isOver = true
      observer.finish(end)
    }
  }
}
