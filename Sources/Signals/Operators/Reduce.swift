extension Signal {
  /// Combines all values into one and sends it on completion.
  ///
  /// A signal that completes without values sends `initial`. A failure passes at once, without a
  /// value. The result is sent on the thread of the completion.
  @inlinable
  public func reduce<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    Signal<Result, Failure>(after: self) { [attach] observer in
      let result = Confined(initial)
      attach(
        Observer<Value, Failure>(
          subscription: observer.subscription,
          value: { result.value = next(result.value, $0) },
          end: { end in
            if case .completed = end { observer.onValue(result.value) }
            observer.finish(end)
          }))
    }
  }
}
