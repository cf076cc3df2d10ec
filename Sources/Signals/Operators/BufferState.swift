/// The values since the last cut.
struct BufferState<Value: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Value)
    case cut
    case ended(End<Failure>)
  }

  private var values: [Value] = []

  mutating func handle(_ message: Message, _ observer: Observer<[Value], Failure>) {
    switch message {
    case .value(let value): values.append(value)
    case .cut: flush(observer)
    case .ended(let end):
      if case .completed = end { flush(observer) }
      observer.finish(end)
    }
  }

  private mutating func flush(_ observer: Observer<[Value], Failure>) {
    let full = values
    values = []
    observer.onValue(full)
  }
}
