extension Signal {
  /// Sends values and completion `interval` later, on the scheduler; a failure passes at once.
  public func delay(_ interval: Duration, on scheduler: some Scheduler) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      // A due time releases the oldest event, so that timers that go off together keep the order.
      let stage = Stage<TimedMessage<Value, Failure>, [Event<Value, Failure>], Value, Failure>(
        observer, []
      ) { message, waiting, observer in
        switch message {
        case .event(.failed(let failure)): observer.finish(failure)
        case .event(let event): waiting.append(event)
        case .due: if !waiting.isEmpty { observer.originate(waiting.removeFirst()) }
        }
      }
      attach(
        .events(in: observer.makeChild()) { event in
          stage.send(.event(event))
          if case .failed = event { return }
          observer.subscription.add(
            scheduler.schedule(after: interval) { stage.send(.due(0)) })
        })
    })
  }
}
