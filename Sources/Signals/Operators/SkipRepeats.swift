extension Signal {
  /// Drops a value that is the same as the previously sent one.
  ///
  /// Each subscription keeps only the last value sent. `isSame` runs on the thread of the value.
  /// Completion and failure pass at once; disposal ends the source.
  @inlinable
  public func skipRepeats(
    _ isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      let (forward, subscription) = (observer.onValue, observer.subscription)
      let last = Confined<Value?>(nil)
      attach(
        Observer(
          subscription: subscription,
          value: { value in
            if let former = last.value, isSame(former, value) { return }
            last.value = value
            if !subscription.isDisposed { forward(value) }
          },
          end: observer.onEnd))
    }
  }
}

extension Signal where Value: Equatable {
  /// Drops a value that equals the previously sent one.
  ///
  /// Each subscription keeps only the last value sent. Events pass at once, on their threads;
  /// disposal ends the source.
  @inlinable
  public func skipRepeats() -> Signal<Value, Failure> {
    skipRepeats(==)
  }
}
