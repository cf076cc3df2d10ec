extension Signal {
  /// Runs closures for the events before they are delivered, on their threads.
  ///
  /// `disposed` runs once when the subscription ends, for whatever reason, after a terminal event,
  /// on the thread that ends it. The events themselves pass unchanged.
  public func on(
    value: (@Sendable (Value) -> Void)? = nil,
    failed: (@Sendable (Failure) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      if let disposed { observer.subscription.add(AnyDisposable(disposed)) }
      attach(
        Observer(
          subscription: observer.subscription,
          value: {
            value?($0)
            observer.send($0)
          },
          end: { end in
            switch end {
            case .completed:
              completed?()
              observer.complete()
            case .failed(let failure):
              failed?(failure)
              observer.fail(failure)
            case .lost: observer.onEnd(.lost)
            }
          }))
    }
  }
}
