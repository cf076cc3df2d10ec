/// Which values of each interval `throttle` sends.
public enum ThrottledValues: Sendable, Hashable {
  /// The first value, at once, and the latest one at the end of the interval.
  case firstAndLatest
  /// Only the first value, at once.
  case first
  /// Only the latest value, at the end of the interval.
  case latest
}

extension Signal {
  /// Sends at most one value per `interval`: the first one at once, then the latest ones.
  ///
  /// The first value begins an interval, and each value sent at the end of an interval begins the
  /// next. `values` selects which are sent; the others are dropped. Values at the end of an interval arrive
  /// on the scheduler, others on their threads. On completion a waiting value is sent first; a
  /// failure passes at once and drops it. Disposal drops it and the timer.
  public func throttle(
    _ interval: Duration, sending values: ThrottledValues = .firstAndLatest,
    on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let timer = SerialDisposable()
      observer.subscription.add(timer)
      // Only a running timer retains the stage, otherwise the stage would retain itself.
      let start = Confined<(@Sendable () -> Void)?>(nil)
      let stage = Stage(observer, ThrottleState<Value, Failure>(values) { start.value?() })
      start.value = { [weak stage] in
        guard let stage else { return }
        timer.start { scheduler.schedule(after: interval) { stage.send(.due(0)) } }
      }
      attach(
        Observer(
          subscription: observer.makeChild(), value: { stage.send(.value($0)) },
          end: { stage.send(.ended($0)) }))
    }
  }
}
