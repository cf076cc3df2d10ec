extension Signal {
  /// Delivers every event on `scheduler`, in order; one hop is scheduled for a whole burst.
  ///
  /// Completion and failure stay in order behind the values. Disposal drops queued events and ends
  /// the source at once.
  @_disfavoredOverload
  @inlinable
  public func observe(on scheduler: some Scheduler) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let target = HopTarget(scheduler)
      let hop = Hop(observer, target)
      attach(
        Observer(
          subscription: observer.makeChild(),
          value: { value in withExtendedLifetime(target) { hop.post(value) } },
          end: { end in withExtendedLifetime(target) { hop.post(end) } }))
    }
  }

  /// Subscribes to the signal, and so starts its work, on `scheduler`.
  ///
  /// Events arrive where the work sends them. Disposal before the start cancels it; disposal after
  /// it ends the work on the thread of `dispose()`.
  public func subscribe(on scheduler: some Scheduler) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let scheduled = scheduler.schedule {
        if !observer.isDisposed { attach(observer) }
      }
      observer.subscription.add(scheduled)
    }
  }
}
