extension Signal {
  /// Sends the running result of folding the values, one for each value; `initial` is not sent.
  ///
  /// Each subscription keeps its own result. `next` runs on the thread of the value, one call at a
  /// time. Completion and failure pass at once; disposal ends the source and releases the result.
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    Signal<Result, Failure>(after: self) { [attach] observer in
      let (forward, subscription) = (observer.onValue, observer.subscription)
      let result = Confined(initial)
      attach(
        Observer(
          subscription: subscription,
          value: { value in
            let current = next(result.value, value)
            result.value = current
            if !subscription.isDisposed { forward(current) }
          },
          end: observer.onEnd))
    }
  }
}
