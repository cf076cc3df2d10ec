/// A signal whose events arrive on the main actor.
///
/// An event that is sent on main is delivered at once when nothing of this subscription is queued or
/// being delivered; otherwise events are queued and drained once per burst, in order. Nothing is
/// delivered after `dispose()` returned on main.
public struct MainSignal<Value: Sendable, Failure: Error>: Sendable {
  private let source: Signal<Value, Failure>

  init(_ source: Signal<Value, Failure>) {
    self.source = source
  }

  /// Starts the work and hears its events on the main actor.
  ///
  /// May be called from any thread; losing the disposable does not end the subscription.
  public func subscribe(
    value: @escaping @MainActor (Value) -> Void = { _ in },
    failed: @escaping @MainActor (Failure) -> Void = { _ in },
    completed: @escaping @MainActor () -> Void = {}
  ) -> any Disposable {
    let subscription = CompositeDisposable()
    let mailbox = MainMailbox<Event<Value, Failure>>()
    let post: @Sendable (Event<Value, Failure>) -> Void = { event in
      mailbox.post(event) { event in
        guard !subscription.isDisposed else { return }
        switch event {
        case .value(let next): return value(next)
        case .failed(let failure): failed(failure)
        case .completed: completed()
        }
        subscription.dispose()
      }
    }
    let upstream = CompositeDisposable()
    subscription.add(upstream)
    source.attach(
      Observer(
        subscription: upstream,
        value: { post(.value($0)) }, failed: { post(.failed($0)) }, completed: { post(.completed) }
      ))
    return subscription
  }
}

extension Signal {
  /// The same events on the main actor: inline when the sender is there, else one hop per burst.
  public func observe(on scheduler: MainScheduler) -> MainSignal<Value, Failure> {
    MainSignal(self)
  }
}
