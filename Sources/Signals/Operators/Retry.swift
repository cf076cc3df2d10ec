extension Signal {
  /// Subscribes again after a failure, up to `count` times; the last failure passes.
  ///
  /// It resubscribes at once, on the thread of the failure; any number of synchronous failures does
  /// not grow the stack. Values and completion pass. Disposal ends the running attempt.
  public func retry(count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "the number of retries is not negative")
    return retry(on: ImmediateScheduler(), resetsOnValue: false) { attempt, _ in
      attempt < count ? .zero : nil
    }
  }

  /// Subscribes again after a failure and a pause on the scheduler.
  ///
  /// `backoff` receives the number of the failure, from 0, and the failure itself, on the thread of
  /// the failure. `nil` lets the failure pass; zero retries at once. A value resets the number to
  /// 0. Values and completion pass; disposal ends the running attempt or the pause.
  public func retry(
    on scheduler: some Scheduler,
    backoff: @escaping @Sendable (_ attempt: Int, _ failure: Failure) -> Duration?
  ) -> Signal<Value, Failure> {
    retry(on: scheduler, resetsOnValue: true, backoff)
  }

  /// Subscribes again after each of the given pauses, one retry each; the last failure passes.
  ///
  /// After a pause it resubscribes on the scheduler. Values and completion pass, and a value does
  /// not restart the list of pauses; disposal ends the running attempt or the pause.
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
  /// Starts attempts one at a time, so synchronous failures do not recurse.
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
          case .completed, .lost: observer.finish(end)
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
