extension Signal {
  /// Sends the first `count` values and completes together with the last of them.
  ///
  /// With 0 it completes at once and the source is not subscribed to.
  @inlinable
  public func take(first count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "the number of values to take is not negative")
    guard count > 0 else { return .empty }
    return Signal(attach: { [attach] observer in
      let remaining = Confined(count)
      attach(
        Observer(
          subscription: observer.subscription,
          value: { value in
            guard remaining.value > 0 else { return }
            remaining.value -= 1
            let isLast = remaining.value == 0
            observer.onValue(value)
            if isLast, !observer.isDisposed { observer.finish() }
          },
          failed: observer.onFailure, completed: observer.onCompletion))
    })
  }

  /// Sends values as long as `condition` is true of them and completes with the first other one.
  @inlinable
  public func take(
    while condition: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      attach(
        Observer(
          subscription: observer.subscription,
          value: { value in
            if condition(value) {
              observer.onValue(value)
            } else if !observer.isDisposed {
              observer.finish()
            }
          },
          failed: observer.onFailure, completed: observer.onCompletion))
    })
  }
}
