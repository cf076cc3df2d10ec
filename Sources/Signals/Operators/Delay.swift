extension Signal {
  /// Sends values and completion `interval` later, on the scheduler, in their order.
  ///
  /// A failure is not delayed: it passes at once, on its thread, and drops waiting values. Disposal
  /// drops them and the timers.
  public func delay(_ interval: Duration, on scheduler: some Scheduler) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, DelayState<Value, Failure>())
      let startTimer: @Sendable () -> Void = {
        observer.subscription.add(scheduler.schedule(after: interval) { stage.send(.due(0)) })
      }
      attach(
        Observer(
          subscription: observer.makeChild(),
          value: { value in
            stage.send(.value(value))
            startTimer()
          },
          end: { end in
            stage.send(.ended(end))
            if !end.isFailure { startTimer() }
          }))
    }
  }
}
