extension Signal {
  /// Fails if no event arrives for `interval`, counted from the subscription and from each value.
  ///
  /// That failure is sent on the scheduler and disposes of the source; events of the source pass at
  /// once, on their threads. The end or disposal cancels the timer.
  public func timeout(
    _ interval: Duration, failingWith failure: Failure, on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let timer = SerialDisposable()
      observer.subscription.add(timer)
      let stage = Stage(observer, TimeoutState<Value, Failure>(failure: failure))
      let count = Confined(0)
      let restart: @Sendable () -> Void = {
        let number = count.value
        timer.start { scheduler.schedule(after: interval) { stage.send(.due(number)) } }
      }
      restart()
      attach(
        Observer(
          subscription: observer.makeChild(),
          value: { value in
            count.value += 1
            stage.send(.value(value))
            if !observer.isDisposed { restart() }
          },
          end: { stage.send(.ended($0)) }))
    }
  }
}

extension Signal where Failure == Never {
  /// Fails if no event arrives for `interval`, counted from the subscription and from each value.
  ///
  /// The result may fail, this signal cannot. Otherwise like `timeout` of a signal that may fail.
  public func timeout<NewFailure: Error>(
    _ interval: Duration, failingWith failure: NewFailure, on scheduler: some Scheduler
  ) -> Signal<Value, NewFailure> {
    promoteError(to: NewFailure.self).timeout(interval, failingWith: failure, on: scheduler)
  }
}
