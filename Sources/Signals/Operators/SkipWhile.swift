extension Signal {
  /// Drops values as long as they satisfy `condition`, and sends all others.
  ///
  /// The first value that does not satisfy it is sent. `condition` runs on the thread of the value
  /// and is not called again afterwards. Values, completion and failure pass at once; disposal ends
  /// the source.
  @inlinable
  public func skip(
    while condition: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      let (forward, subscription) = (observer.onValue, observer.subscription)
      let isSkipping = Confined(true)
      attach(
        Observer(
          subscription: subscription,
          value: { value in
            guard isSkipping.value else { return forward(value) }
            guard !condition(value) else { return }
            isSkipping.value = false
            if !subscription.isDisposed { forward(value) }
          },
          end: observer.onEnd))
    }
  }
}
