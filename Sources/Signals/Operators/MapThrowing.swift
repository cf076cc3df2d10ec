extension Signal {
  /// Sends the result of `transform` for each value, and fails with what it throws.
  ///
  /// The compiler infers the failure type of a function, `map(parse)`, but not that of a closure,
  /// which must spell it out: `map { text throws(ParseError) in try parse(text) }`. `transform` runs
  /// once for each value and subscription, on the thread of the value. When it throws, the source is
  /// disposed of. Completion and failure pass at once; disposal ends the source.
  @_disfavoredOverload
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Output
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(after: self) { [attach] observer in
      let (forward, subscription) = (observer.onValue, observer.subscription)
      attach(
        Observer<Value, Failure>(
          subscription: subscription,
          value: { value in
            do throws(Failure) {
              let output = try transform(value)
              if !subscription.isDisposed { forward(output) }
            } catch {
              observer.finish(error)
            }
          },
          end: observer.onEnd))
    }
  }
}

extension Signal where Failure == Never {
  /// Sends the result of `transform` for each value, and fails with what it throws.
  ///
  /// A closure that does not spell out its failure type gives a signal that fails with `any Error`.
  /// Otherwise like the throwing `map` of a signal that may fail.
  @_disfavoredOverload
  @inlinable
  public func map<Output: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) throws(NewFailure) -> Output
  ) -> Signal<Output, NewFailure> {
    promoteError(to: NewFailure.self).map(transform)
  }
}
