extension Signal {
  @usableFromInline
  func flatMapMerged<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(linking: { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, FlattenState<Output, Failure>())
      attach(
        Observer(
          subscription: observer.makeChild(),
          value: { value in
            let inner = transform(value)
            guard !observer.isDisposed else { return }
            stage.send(.innerStarted)
            inner.attach(
              Observer(
                subscription: observer.makeChild(), value: { stage.send(.value($0)) },
                end: { stage.send(.innerEnded($0)) }))
          },
          end: { stage.send(.outerEnded($0)) }))
    })
  }
}

/// Counts what still runs of a flattened signal.
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
