extension Signal where Value == Void, Failure == Never {
  /// Sends once after a delay and completes, on the scheduler.
  ///
  /// The delay begins with each subscription; disposal cancels the timer. It never fails.
  public static func timer(after delay: Duration, on scheduler: some Scheduler) -> Signal {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      observer.subscription.add(
        scheduler.schedule(after: delay) {
          guard !observer.isDisposed else { return }
          observer.onValue(())
          guard !observer.isDisposed else { return }
          observer.finish()
        })
    })
  }
}

extension Signal where Value == Int, Failure == Never {
  /// Sends 0, 1, 2 … on the scheduler, the first after one interval, and does not end.
  ///
  /// Due times are multiples of the interval from the subscription, so late runs do not accumulate
  /// drift. The interval must be longer than zero. Disposal cancels the timer.
  public static func interval(_ interval: Duration, on scheduler: some Scheduler) -> Signal {
    precondition(interval > .zero, "an interval is longer than nothing")
    return Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      let count = Confined(0)
      observer.subscription.add(
        scheduler.schedule(every: interval) {
          guard !observer.isDisposed else { return }
          let number = count.value
          count.value += 1
          observer.onValue(number)
        })
    })
  }
}
