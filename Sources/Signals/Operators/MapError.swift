extension Signal {
  /// Replaces the failure with the result of `transform`.
  ///
  /// Values and completion pass at once, on their threads; `transform` runs on the thread of the
  /// failure. Disposal ends the source.
  @inlinable
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Signal<Value, NewFailure> {
    Signal<Value, NewFailure>(after: self) { [attach] observer in
      attach(
        Observer(subscription: observer.subscription, value: observer.onValue) { end in
          switch end {
          case .completed: observer.onEnd(.completed)
          case .lost: observer.onEnd(.lost)
          case .failed(let failure): observer.fail(transform(failure))
          }
        })
    }
  }
}

extension Signal where Failure == Never {
  /// The same events, typed as a signal that may fail, to combine it with one that does.
  ///
  /// It never fails. Values and completion pass at once, on their threads; disposal ends the
  /// source.
  @inlinable
  public func promoteError<NewFailure: Error>(
    to type: NewFailure.Type = NewFailure.self
  ) -> Signal<Value, NewFailure> {
    Signal<Value, NewFailure>(after: self) { [attach] observer in
      attach(
        Observer(
          subscription: observer.subscription, value: observer.onValue,
          end: { observer.onEnd($0.promoted()) }))
    }
  }
}
