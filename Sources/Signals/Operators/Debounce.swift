extension Signal {
  /// Sends a value when none has followed it for `interval`.
  ///
  /// On completion a waiting value is sent first; a failure passes at once and drops it. Values
  /// arrive on the scheduler.
  public func debounce(
    _ interval: Duration, on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      let timer = SerialDisposable()
      observer.subscription.add(timer)
      let stage = Stage<TimedMessage<Value, Failure>, Pending<Value>, Value, Failure>(
        observer, Pending()
      ) { message, state, observer in
        switch message {
        case .event(.value(let value)):
          state.set(value)
        case .event(.failed(let failure)):
          observer.finish(failure)
        case .event(.completed):
          if let value = state.take() { observer.onValue(value) }
          observer.finish()
        case .due(let number):
          if number == state.number, let value = state.take() { observer.onValue(value) }
        }
      }
      // The source is serialised, so that numbers are given in the order of the values.
      let number = Confined(0)
      attach(
        .events(in: observer.makeChild()) { event in
          stage.send(.event(event))
          guard case .value = event else { return }
          number.value += 1
          let number = number.value
          timer.inner = scheduler.schedule(after: interval) { stage.send(.due(number)) }
        })
    })
  }
}

/// What a timed operator hears: the source or its clock.
enum TimedMessage<Value: Sendable, Failure: Error>: Sendable {
  case event(Event<Value, Failure>)
  /// The timer with that number went off.
  case due(Int)
}

/// A value that waits, and the number of the last value that came.
struct Pending<Value> {
  private var value: Value?
  private(set) var number = 0

  mutating func set(_ value: Value) {
    self.value = value
    number += 1
  }

  mutating func take() -> Value? {
    defer { value = nil }
    return value
  }
}
