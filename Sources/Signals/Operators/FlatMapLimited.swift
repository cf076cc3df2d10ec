extension Signal {
  /// `flatMap(.concurrent(limit:))`, and `.concat` with a limit of one: at most `limit` inner
  /// signals run, the others wait in order.
  @usableFromInline
  func flatMapLimited<Output: Sendable>(
    _ limit: Int, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    precondition(limit > 0, "at least one inner signal may run")
    return Signal<Output, Failure>(linking: { [attach] observer in
      guard !observer.isDisposed else { return }
      let inners = LimitedInners(observer, limit)
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

/// Runs a limited number of inner signals at the same time and keeps the others in a queue.
private final class LimitedInners<Value: Sendable, Failure: Error>: Sendable {
  /// A place where one inner signal runs at a time.
  private final class Lane: Sendable {
    let slot = SubscriptionSlot()
    /// A synchronous inner signal ends before its successor starts, without recursion.
    let starting = Turn()
  }

  private struct Places {
    var free: [Lane] = []
    /// The number of lanes that were never needed.
    var unusedCount: Int
    var waiting = ValueQueue<Signal<Value, Failure>>()
  }

  let stage: Stage<FlattenState<Value, Failure>>
  private let places: Lock<Places>

  init(_ observer: Observer<Value, Failure>, _ limit: Int) {
    stage = Stage(observer, FlattenState())
    places = Lock(Places(unusedCount: limit))
  }

  func begin(_ signal: Signal<Value, Failure>) {
    stage.send(.innerStarted)
    let (lane, isNew): (Lane?, Bool) = places.withLock { places in
      if let lane = places.free.popLast() { return (lane, false) }
      guard places.unusedCount > 0 else {
        places.waiting.append(signal)
        return (nil, false)
      }
      places.unusedCount -= 1
      return (Lane(), true)
    }
    guard let lane else { return }
    if isNew { stage.observer.subscription.add(lane.slot) }
    lane.starting.perform { self.start(signal, on: lane) }
  }

  private func start(_ signal: Signal<Value, Failure>, on lane: Lane) {
    let subscription = Subscription()
    lane.slot.replace(with: subscription)
    guard !subscription.isDisposed else { return }
    stage.begin(
      signal,
      Observer(subscription: subscription, value: { self.stage.send(.value($0)) }) { end in
        self.stage.send(.innerEnded(end))
        guard !end.isFailure, let next = self.next(for: lane) else { return }
        lane.starting.perform { self.start(next, on: lane) }
      })
  }

  /// The signal that has waited longest; without one the lane is free.
  private func next(for lane: Lane) -> Signal<Value, Failure>? {
    places.withLock { places in
      let next = places.waiting.popFirst()
      if next == nil { places.free.append(lane) }
      return next
    }
  }
}
