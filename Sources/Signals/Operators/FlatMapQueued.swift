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
    var signals = ValueQueue<Signal<Value, Failure>>()
    var isRunning = false

    mutating func next() -> Signal<Value, Failure>? {
      let next = signals.popFirst()
      isRunning = next != nil
      return next
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
    stage.begin(
      signal,
      Observer(subscription: subscription, value: { self.stage.send(.value($0)) }) { end in
        self.stage.send(.innerEnded(end))
        guard case .completed = end, let next = self.waiting.withLock({ $0.next() }) else { return }
        self.starting.perform { self.start(next) }
      })
  }
}
