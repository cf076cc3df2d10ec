extension Signal {
  /// Delivers every event on `scheduler`, in order; one drain is scheduled for a whole burst.
  @_disfavoredOverload
  public func observe(on scheduler: some Scheduler) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      let hop = Hop(observer, scheduler)
      attach(.events(in: observer.makeChild()) { hop.post($0) })
    })
  }

  /// Subscribes to the signal, and so starts its work, on `scheduler`.
  public func subscribe(on scheduler: some Scheduler) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      let scheduled = scheduler.schedule {
        if !observer.isDisposed { attach(observer) }
      }
      observer.subscription.add(scheduled)
    })
  }
}

/// The mailbox of one `observe(on:)`.
private final class Hop<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    var queue: [Event<Value, Failure>] = []
    /// A drain is scheduled or running; there is never a second one.
    var isDraining = false
  }

  private let observer: Observer<Value, Failure>
  private let scheduler: any Scheduler
  private let state = Lock(State())

  init(_ observer: Observer<Value, Failure>, _ scheduler: some Scheduler) {
    self.observer = observer
    self.scheduler = scheduler
  }

  func post(_ event: Event<Value, Failure>) {
    let isFirst = state.withLock { state in
      state.queue.append(event)
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if isFirst { scheduler.schedule { [self] in drain() } }
  }

  private func drain() {
    var batch: [Event<Value, Failure>] = []
    while true {
      batch.removeAll(keepingCapacity: true)
      state.withLock { state in
        swap(&state.queue, &batch)
        if batch.isEmpty { state.isDraining = false }
      }
      if batch.isEmpty { return }
      for event in batch {
        guard !observer.isDisposed else { break }
        observer.originate(event)
      }
    }
  }
}
