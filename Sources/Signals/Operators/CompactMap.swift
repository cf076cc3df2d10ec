extension Signal {
  /// Sends what `transform` makes of each value and drops `nil`; terminal events pass.
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output?
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(attach: { [attach] observer in
      let forward = observer.onValue
      attach(
        Observer(
          subscription: observer.subscription,
          value: { if let output = transform($0) { forward(output) } },
          failed: observer.onFailure, completed: observer.onCompletion))
    })
  }
}
