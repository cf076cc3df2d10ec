extension Signal {
  /// Fails when no event comes for `interval`, counted from the subscription and from each value.
  ///
  /// The failure arrives on the scheduler.
  public func timeout(
    _ interval: Duration, failingWith failure: Failure, on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      let timer = SerialDisposable()
      observer.subscription.add(timer)
      let stage = Stage<TimedMessage<Value, Failure>, Int, Value, Failure>(observer, 0) {
        message, count, observer in
        switch message {
        case .event(let event):
          count += 1
          observer.originate(event)
        case .due(let number):
          if number == count { observer.finish(failure) }
        }
      }
      let count = Confined(0)
      let restart: @Sendable () -> Void = {
        let number = count.value
        timer.inner = scheduler.schedule(after: interval) { stage.send(.due(number)) }
      }
      restart()
      attach(
        .events(in: observer.makeChild()) { event in
          count.value += 1
          stage.send(.event(event))
          if case .value = event { restart() }
        })
    })
  }
}
