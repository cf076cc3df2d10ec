extension Signal {
  /// Runs closures beside the events, before they are delivered.
  ///
  /// `disposed` runs once when the subscription ends, for whatever reason, after a terminal event.
  public func on(
    value: (@Sendable (Value) -> Void)? = nil,
    failed: (@Sendable (Failure) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil
  ) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      if let disposed { observer.subscription.add(AnyDisposable(disposed)) }
      attach(
        Observer(
          subscription: observer.subscription,
          value: {
            value?($0)
            observer.onValue($0)
          },
          failed: {
            failed?($0)
            observer.onFailure($0)
          },
          completed: {
            completed?()
            observer.onCompletion()
          }))
    })
  }
}
