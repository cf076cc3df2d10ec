extension Signal {
  /// Sends a value at once, then at most the latest one per `interval`.
  ///
  /// On completion a waiting value is sent first; a failure passes at once and drops it. Delayed
  /// values arrive on the scheduler.
  public func throttle(
    _ interval: Duration, on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      let timer = SerialDisposable()
      observer.subscription.add(timer)
      // The stage starts its own timer, which it must not keep itself alive by.
      let due = Confined<(@Sendable () -> Void)?>(nil)
      let stage = Stage<TimedMessage<Value, Failure>, ThrottleState<Value>, Value, Failure>(
        observer, ThrottleState()
      ) { message, state, observer in
        state.handle(message, observer) {
          guard let due = due.value else { return }
          timer.inner = scheduler.schedule(after: interval, due)
        }
      }
      due.value = { [weak stage] in stage?.send(.due(0)) }
      attach(.events(in: observer.makeChild()) { stage.send(.event($0)) })
    })
  }
}
