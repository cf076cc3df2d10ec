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
      // Only a timer that runs keeps the stage alive, lest the stage keep itself.
      let start = Confined<(@Sendable () -> Void)?>(nil)
      let stage = Stage<TimedMessage<Value, Failure>, ThrottleState<Value>, Value, Failure>(
        observer, ThrottleState()
      ) { message, state, observer in
        state.handle(message, observer) { start.value?() }
      }
      start.value = { [weak stage] in
        guard let stage else { return }
        timer.inner = scheduler.schedule(after: interval) { stage.send(.due(0)) }
      }
      attach(.events(in: observer.makeChild()) { stage.send(.event($0)) })
    })
  }
}
