extension Signal {
  /// Subscribes again after a failure, up to `count` times; the last failure passes.
  ///
  /// Synchronous failures do not recurse.
  public func retry(count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "the number of retries is not negative")
    return retry(on: ImmediateScheduler(), resetsOnValue: false) { attempt, _ in
      attempt < count ? .zero : nil
    }
  }

  /// Subscribes again after a failure and a pause of the scheduler's time.
  ///
  /// `backoff` is asked with the number of the failure, from 0, and the failure itself; `nil` lets
  /// the failure pass, zero retries at once. A value sets the number back to 0.
  public func retry(
    on scheduler: some Scheduler,
    backoff: @escaping @Sendable (_ attempt: Int, _ failure: Failure) -> Duration?
  ) -> Signal<Value, Failure> {
    retry(on: scheduler, resetsOnValue: true, backoff)
  }

  /// Subscribes again after the pauses given, one retry each; the last failure passes.
  public func retry(
    backoff pauses: [Duration], on scheduler: some Scheduler
  ) -> Signal<Value, Failure> {
    retry(on: scheduler, resetsOnValue: false) { attempt, _ in
      attempt < pauses.count ? pauses[attempt] : nil
    }
  }

  private func retry(
    on scheduler: some Scheduler, resetsOnValue: Bool,
    _ backoff: @escaping @Sendable (Int, Failure) -> Duration?
  ) -> Signal<Value, Failure> {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      Retry(self, observer, scheduler, resetsOnValue, backoff).start()
    })
  }
}

/// One subscription of a retried signal.
private final class Retry<Value: Sendable, Failure: Error>: Sendable {
  private let source: Signal<Value, Failure>
  private let observer: Observer<Value, Failure>
  private let scheduler: any Scheduler
  private let resetsOnValue: Bool
  private let backoff: @Sendable (Int, Failure) -> Duration?
  private let slot = SerialDisposable()
  private let attempt = Confined(0)
  /// Attempts are started one after the other, so that synchronous failures do not recurse.
  private let starting = Turn<CompositeDisposable>()

  init(
    _ source: Signal<Value, Failure>, _ observer: Observer<Value, Failure>,
    _ scheduler: some Scheduler, _ resetsOnValue: Bool,
    _ backoff: @escaping @Sendable (Int, Failure) -> Duration?
  ) {
    self.source = source
    self.observer = observer
    self.scheduler = scheduler
    self.resetsOnValue = resetsOnValue
    self.backoff = backoff
    observer.subscription.add(slot)
  }

  func start() {
    let subscription = CompositeDisposable()
    slot.inner = subscription
    starting.send(subscription, run)
  }

  private func run(_ subscription: CompositeDisposable) {
    guard !subscription.isDisposed else { return }
    source.attach(
      Observer(
        subscription: subscription,
        value: { [self] in
          if resetsOnValue { attempt.value = 0 }
          observer.onValue($0)
        },
        failed: { [self] in failed($0, subscription) },
        completed: { [self] in observer.finish() }))
  }

  private func failed(_ failure: Failure, _ subscription: CompositeDisposable) {
    guard let pause = backoff(attempt.value, failure) else { return observer.finish(failure) }
    attempt.value += 1
    subscription.dispose()
    if pause <= .zero {
      start()
    } else {
      slot.inner = scheduler.schedule(after: pause) { [self] in start() }
    }
  }
}
