extension Signal {
  /// Sends the values for which `isIncluded` is true.
  ///
  /// `isIncluded` runs once for each value and subscription, on the thread of the value. Completion
  /// and failure pass at once; disposal ends the source.
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      let (forward, subscription) = (observer.onValue, observer.subscription)
      attach(
        Observer(
          subscription: subscription,
          value: { value in
            if isIncluded(value), !subscription.isDisposed { forward(value) }
          },
          end: observer.onEnd))
    }
  }
}
