extension Signal {
  /// Drops the first `count` values; terminal events pass.
  @inlinable
  public func skip(first count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "the number of values to skip is not negative")
    return Signal(attach: { [attach] observer in
      let forward = observer.onValue
      let remaining = Confined(count)
      attach(
        Observer(
          subscription: observer.subscription,
          value: { value in
            if remaining.value > 0 {
              remaining.value -= 1
            } else {
              forward(value)
            }
          },
          failed: observer.onFailure, completed: observer.onCompletion))
    })
  }
}
