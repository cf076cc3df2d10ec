extension Signal {
  /// Replaces the failure; values and completion pass.
  @inlinable
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Signal<Value, NewFailure> {
    Signal<Value, NewFailure>(attach: { [attach] observer in
      let forward = observer.onFailure
      attach(
        Observer(
          subscription: observer.subscription,
          value: observer.onValue,
          failed: { forward(transform($0)) },
          completed: observer.onCompletion))
    })
  }
}

extension Signal where Failure == Never {
  /// The same events, typed as a signal that may fail, to combine it with one that does.
  @inlinable
  public func promoteError<NewFailure: Error>(
    to type: NewFailure.Type = NewFailure.self
  ) -> Signal<Value, NewFailure> {
    Signal<Value, NewFailure>(attach: { [attach] observer in
      attach(
        Observer(
          subscription: observer.subscription,
          value: observer.onValue, failed: { _ in }, completed: observer.onCompletion))
    })
  }
}
