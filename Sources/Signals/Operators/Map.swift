extension Signal {
  /// Sends what `transform` makes of each value; terminal events pass.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(attach: { [attach] observer in
      let forward = observer.onValue
      attach(
        Observer(
          subscription: observer.subscription,
          value: { forward(transform($0)) },
          failed: observer.onFailure, completed: observer.onCompletion))
    })
  }
}
