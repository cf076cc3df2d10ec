extension Signal {
  /// Sends a value at once, then at most the latest one per `interval`.
  ///
  /// Delayed values arrive on the scheduler, others on their threads. On completion a waiting value
  /// is sent first; a failure passes at once and drops it. Disposal drops it and the timer.
  public func throttle(
    _ interval: Duration, on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let timer = SerialDisposable()
      observer.subscription.add(timer)
      // Only a running timer retains the stage, otherwise the stage would retain itself.
      let start = Confined<(@Sendable () -> Void)?>(nil)
      let stage = Stage(observer, ThrottleState<Value, Failure> { start.value?() })
      start.value = { [weak stage] in
        guard let stage else { return }
        timer.start { scheduler.schedule(after: interval) { stage.send(.due(0)) } }
      }
      attach(.events(in: observer.makeChild()) { stage.send(.event($0)) })
    }
  }
}
