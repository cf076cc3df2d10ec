extension Signal {
  /// Sends the first `count` values and completes together with the last of them.
  ///
  /// The source is disposed of at that moment, before it can send more. With 0 it completes at once
  /// and does not subscribe to the source. If the source ends earlier, its end passes. Events pass
  /// on their threads.
  @inlinable
  public func take(first count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "the number of values to take is not negative")
    guard count > 0 else { return .empty }
    return Signal(after: self) { [attach] observer in
      let remaining = Confined(count)
      attach(
        Observer(
          subscription: observer.subscription,
          value: { value in
            guard remaining.value > 0 else { return }
            remaining.value -= 1
            let isLast = remaining.value == 0
            observer.onValue(value)
            if isLast { observer.finish() }
          },
          end: observer.onEnd))
    }
  }

  /// Sends values as long as they satisfy `condition`; completes at the first value that does not.
  ///
  /// That value is not sent, and the source is disposed of. `condition` runs on the thread of the
  /// value. If the source ends earlier, its end passes.
  @inlinable
  public func take(
    while condition: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      attach(
        Observer(
          subscription: observer.subscription,
          value: { value in
            if condition(value) {
              observer.send(value)
            } else {
              observer.finish()
            }
          },
          end: observer.onEnd))
    }
  }
}
