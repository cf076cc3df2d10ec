extension Signal {
  /// Drops the first `count` values, which must not be negative, and sends the others.
  ///
  /// Each subscription counts its own values. Values, completion and failure pass at once, on their
  /// threads; disposal ends the source.
  @inlinable
  public func skip(first count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "the number of values to skip is not negative")
    return Signal(after: self) { [attach] observer in
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
          end: observer.onEnd))
    }
  }
}
