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
      let stage = Stage(observer, DebounceState<Value, Failure>())
      // The source is serialised, so values are numbered in their order.
      let number = Confined(0)
      attach(
        Observer(
          subscription: observer.makeChild(),
          value: { value in
            stage.send(.value(value))
            guard !observer.isDisposed else { return }
            number.value += 1
            let number = number.value
            timer.start { scheduler.schedule(after: interval) { stage.send(.due(number)) } }
          },
          end: { stage.send(.ended($0)) }))
    }
  }
}
