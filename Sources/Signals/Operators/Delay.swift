extension Signal {
  /// Sends values and completion `interval` later, on the scheduler; a failure passes at once.
  public func delay(_ interval: Duration, on scheduler: some Scheduler) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage<Event<Value, Failure>, Void, Value, Failure>(observer, ()) {
        event, _, observer in
        observer.originate(event)
      }
      attach(
        .events(in: observer.makeChild()) { event in
          if case .failed = event { return stage.send(event) }
          observer.subscription.add(
            scheduler.schedule(after: interval) { stage.send(event) })
        })
    })
  }
}
