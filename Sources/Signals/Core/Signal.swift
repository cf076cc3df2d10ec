/// A stream of values that ends by a failure, by completion, or never.
///
/// *Grammar.* `value* (failed | completed)?`, one event after the other, nothing after a terminal
/// event. *Work.* Some signals do their work per subscription, some relay what happens anyway; the
/// subscriber need not know. *Threads.* A signal may be subscribed to, sent into and disposed of
/// from any thread; events arrive on the thread of their sender unless `observe(on:)` says
/// otherwise. *Disposal.* After `dispose()` returned, no event begins on that thread; on another
/// thread at most the one that is being delivered. *Re-entrancy.* An observer may send, subscribe
/// and dispose from inside an event; what it sends is delivered after the current event.
public struct Signal<Value: Sendable, Failure: Error>: Sendable {
  /// Connects an observer; the observer's subscription carries the disposal.
  @usableFromInline let attach: @Sendable (Observer<Value, Failure>) -> Void

  /// Makes a signal whose events keep the grammar by construction: no serialisation is added.
  @inlinable
  init(attach: @escaping @Sendable (Observer<Value, Failure>) -> Void) {
    self.attach = attach
  }

  /// Makes a signal that does `work` for each subscription.
  ///
  /// The observer may be used from several threads at once. What `work` returns is disposed of when
  /// the subscription ends, for whatever reason. Synchronous work should look at
  /// `Observer.isDisposed` and stop.
  public init(_ work: @escaping @Sendable (Observer<Value, Failure>) -> any Disposable) {
    attach = { observer in
      guard !observer.isDisposed else { return }
      let emitter = Emitter(observer)
      let subscription = observer.subscription
      subscription.add(work(emitter.observer))
    }
  }

  /// Starts the work and hears its events until it ends or the returned disposable is disposed of.
  ///
  /// Losing the disposable does not end the subscription.
  public func subscribe(
    value: @escaping @Sendable (Value) -> Void = { _ in },
    failed: @escaping @Sendable (Failure) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {}
  ) -> any Disposable {
    let subscription = CompositeDisposable()
    attach(
      Observer(
        subscription: subscription,
        value: { if !subscription.isDisposed { value($0) } },
        failed: { if !subscription.isDisposed { failed($0) } },
        completed: { if !subscription.isDisposed { completed() } }))
    return subscription
  }

  /// Forwards every event to `observer`, such as the one that another signal's work was given.
  ///
  /// The subscription ends with the observer's own.
  public func subscribe(_ observer: Observer<Value, Failure>) -> any Disposable {
    let subscription = observer.makeChild()
    attach(
      Observer(
        subscription: subscription,
        value: { if !subscription.isDisposed { observer.onValue($0) } },
        failed: { if !subscription.isDisposed { observer.onFailure($0) } },
        completed: { if !subscription.isDisposed { observer.onCompletion() } }))
    return subscription
  }
}
