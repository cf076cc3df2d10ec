extension Signal {
  /// Sends each value together with the one before it, `initial` before the first.
  ///
  /// Each subscription keeps only the last value. Events pass at once, on their threads; disposal
  /// ends the source.
  @inlinable
  public func combinePrevious(_ initial: Value) -> Signal<(Value, Value), Failure> {
    Signal<(Value, Value), Failure>(after: self) { [attach] observer in
      let forward = observer.onValue
      let last = Confined(initial)
      attach(
        Observer(
          subscription: observer.subscription,
          value: { value in
            let previous = last.value
            last.value = value
            forward((previous, value))
          },
          end: observer.onEnd))
    }
  }

  /// Sends each value but the first together with the one before it.
  ///
  /// Each subscription keeps only the last value. Events pass at once, on their threads; disposal
  /// ends the source.
  @inlinable
  public func combinePrevious() -> Signal<(Value, Value), Failure> {
    Signal<(Value, Value), Failure>(after: self) { [attach] observer in
      let forward = observer.onValue
      let last = Confined<Value?>(nil)
      attach(
        Observer(
          subscription: observer.subscription,
          value: { value in
            let previous = last.value
            last.value = value
            if let previous { forward((previous, value)) }
          },
          end: observer.onEnd))
    }
  }
}
