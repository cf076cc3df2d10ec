extension Signal {
  @usableFromInline
  func flatMapQueued<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(linking: { [attach] observer in
      guard !observer.isDisposed else { return }
      let inners = QueuedInners(observer)
      attach(
        Observer(
          subscription: observer.makeChild(),
          value: { value in
            let inner = transform(value)
            if !observer.isDisposed { inners.begin(inner) }
          },
          end: { inners.stage.send(.outerEnded($0)) }))
    })
  }
}

/// `flatMap(.concat)`: one inner signal runs, the others wait in order.
private final class QueuedInners<Value: Sendable, Failure: Error>: Sendable {
  private struct Waiting {
    var signals: [Signal<Value, Failure>] = []
    var head = 0
    var isRunning = false

    mutating func next() -> Signal<Value, Failure>? {
      guard head < signals.count else {
        signals = []
        head = 0
        isRunning = false
        return nil
      }
      defer { head += 1 }
      return signals[head]
    }
  }

  let stage: Stage<FlattenState<Value, Failure>>
  private let waiting = Lock(Waiting())
  /// Starts inner signals one at a time: a synchronous one ends before its successor starts,
  /// without recursion.
  private let starting = Turn()
  private let slot = SubscriptionSlot()

  init(_ observer: Observer<Value, Failure>) {
    stage = Stage(observer, FlattenState())
    observer.subscription.add(slot)
  }

  func begin(_ signal: Signal<Value, Failure>) {
    stage.send(.innerStarted)
    let isFirst = waiting.withLock { waiting in
      if waiting.isRunning {
        waiting.signals.append(signal)
        return false
      }
      waiting.isRunning = true
      return true
    }
    if isFirst { starting.perform { self.start(signal) } }
  }

  private func start(_ signal: Signal<Value, Failure>) {
    let subscription = Subscription()
    slot.replace(with: subscription)
    guard !subscription.isDisposed else { return }
    signal.attach(
      Observer(subscription: subscription, value: { self.stage.send(.value($0)) }) { end in
        self.stage.send(.innerEnded(end))
        guard case .completed = end, let next = self.waiting.withLock({ $0.next() }) else { return }
        self.starting.perform { self.start(next) }
      })
  }
}
