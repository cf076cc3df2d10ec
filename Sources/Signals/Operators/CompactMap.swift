extension Signal {
  /// Sends the result of `transform` for each value and drops `nil`.
  ///
  /// `transform` runs once for each value and subscription, on the thread of the value. Completion
  /// and failure pass at once; disposal ends the source.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output?
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(after: self) { [attach] observer in
      let (forward, subscription) = (observer.onValue, observer.subscription)
      attach(
        Observer(
          subscription: subscription,
          value: { value in
            guard let output = transform(value), !subscription.isDisposed else { return }
            forward(output)
          },
          end: observer.onEnd))
    }
  }
}
