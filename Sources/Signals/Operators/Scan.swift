extension Signal {
  /// Sends the running result of folding the values, one for each value; `initial` is not sent.
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> Signal<Result, Failure> {
    Signal<Result, Failure>(attach: { [attach] observer in
      let forward = observer.onValue
      let result = Confined(initial)
      attach(
        Observer(
          subscription: observer.subscription,
          value: { value in
            let current = next(result.value, value)
            result.value = current
            forward(current)
          },
          failed: observer.onFailure, completed: observer.onCompletion))
    })
  }
}
