extension Signal {
  /// Drops a value that is the same as the one sent before it.
  ///
  /// Only the last value that was sent is kept.
  @inlinable
  public func skipRepeats(
    _ isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      let forward = observer.onValue
      let last = Confined<Value?>(nil)
      attach(
        Observer(
          subscription: observer.subscription,
          value: { value in
            if let former = last.value, isSame(former, value) { return }
            last.value = value
            forward(value)
          },
          failed: observer.onFailure, completed: observer.onCompletion))
    })
  }
}

extension Signal where Value: Equatable {
  /// Drops a value that equals the one sent before it.
  @inlinable
  public func skipRepeats() -> Signal<Value, Failure> {
    skipRepeats(==)
  }
}
