extension Signal {
  /// Sends the values for which `isIncluded` is true; terminal events pass.
  @inlinable
  public func filter(
    _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      let forward = observer.onValue
      attach(
        Observer(
          subscription: observer.subscription,
          value: { if isIncluded($0) { forward($0) } },
          failed: observer.onFailure, completed: observer.onCompletion))
    })
  }
}
