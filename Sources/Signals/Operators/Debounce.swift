extension Signal {
  /// Sends a value when none has followed it for `interval`.
  ///
  /// Values arrive on the scheduler. On completion a waiting value is sent first, on the thread of
  /// the completion; a failure passes at once and drops it. Disposal drops it and the timer.
  public func debounce(
    _ interval: Duration, on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let timer = SerialDisposable()
      observer.subscription.add(timer)
      // Only a running timer retains the stage, otherwise the stage would retain itself.
      let start = Confined<(@Sendable (Duration) -> Void)?>(nil)
      let state = DebounceState<Value, Failure>(interval, now: { scheduler.now }) {
        start.value?($0)
      }
      let stage = Stage(observer, state)
      start.value = { [weak stage] delay in
        guard let stage else { return }
        timer.start { scheduler.schedule(after: delay) { stage.send(.due(0)) } }
      }
      attach(
        Observer(
          subscription: observer.makeChild(), value: { stage.send(.value($0)) },
          end: { stage.send(.ended($0)) }))
    }
  }
}
