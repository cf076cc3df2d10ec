extension Signal {
  /// Subscribes again after a failure, up to `count` times; the last failure passes.
  ///
  /// It does so at once, on the thread of the failure; synchronous failures in any number do not
  /// grow the stack. Values and completion pass. Disposal ends the attempt that runs.
  public func retry(count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "the number of retries is not negative")
    return retry(on: ImmediateScheduler(), resetsOnValue: false) { attempt, _ in
      attempt < count ? .zero : nil
    }
  }

  /// Subscribes again after a failure and a pause of the scheduler's time.
  ///
  /// `backoff` is asked with the number of the failure, from 0, and the failure itself, on the
  /// thread of the failure; `nil` lets the failure pass, zero retries at once. A value sets the
  /// number back to 0. Values and completion pass; disposal ends the attempt that runs or the
  /// pause.
  public func retry(
    on scheduler: some Scheduler,
    backoff: @escaping @Sendable (_ attempt: Int, _ failure: Failure) -> Duration?
  ) -> Signal<Value, Failure> {
    retry(on: scheduler, resetsOnValue: true, backoff)
  }

  /// Subscribes again after the pauses given, one retry each; the last failure passes.
  ///
  /// After a pause it does so on the scheduler. Values and completion pass, and a value does not
  /// begin the pauses anew; disposal ends the attempt that runs or the pause.
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
    Signal(after: self) { observer in
      guard !observer.isDisposed else { return }
      Retry(self, observer, scheduler, resetsOnValue, backoff).start()
    }
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
  private let starting = Turn()

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
    let subscription = Subscription()
    slot.inner = subscription
    starting.perform { self.run(subscription) }
  }

  private func run(_ subscription: Subscription) {
    guard !subscription.isDisposed else { return }
    source.attach(
      Observer(
        subscription: subscription,
        value: { [self] in
          if resetsOnValue { attempt.value = 0 }
          observer.send($0)
        },
        end: { [self] end in
          switch end {
          case .completed: observer.finish()
          case .failed(let failure): failed(failure, subscription)
          }
        }))
  }

  private func failed(_ failure: Failure, _ subscription: Subscription) {
    let pause = backoff(attempt.value, failure)
    guard !observer.isDisposed else { return }
    guard let pause else { return observer.finish(failure) }
    attempt.value += 1
    subscription.dispose()
    if pause <= .zero {
      start()
    } else {
      slot.start { scheduler.schedule(after: pause) { [self] in start() } }
    }
  }
}
