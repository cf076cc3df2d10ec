extension Signal {
  /// Sends the latest value whenever `sampler` sends, each value at most once.
  ///
  /// Nothing is sent if no value has arrived since the last sample. It completes when either signal
  /// completes and then drops a waiting value; it fails at once with either. Values are sent on the
  /// sampler's thread. This signal is subscribed to first; disposal ends both.
  public func sample<Other: Sendable>(
    on sampler: Signal<Other, Failure>
  ) -> Signal<Value, Failure> {
    Signal(depth: Swift.max(depth, sampler.depth) + 1) { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, SampleState<Value, Failure>())
      attach(
        Observer(
          subscription: observer.makeChild(), value: { stage.send(.value($0)) },
          end: { stage.send(.ended($0)) }))
      guard !observer.isDisposed else { return }
      sampler.attach(
        Observer(
          subscription: observer.makeChild(), value: { _ in stage.send(.sampled) },
          end: { stage.send(.ended($0)) }))
    }
  }
}

extension Signal {
  /// Sends the latest value whenever `sampler`, which cannot fail, sends.
  ///
  /// Otherwise like `sample(on:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func sample<Other: Sendable>(
    on sampler: Signal<Other, Never>
  ) -> Signal<Value, Failure> {
    sample(on: sampler.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Sends the latest value whenever `sampler`, which may fail, sends.
  ///
  /// Otherwise like `sample(on:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func sample<Other: Sendable, OtherFailure: Error>(
    on sampler: Signal<Other, OtherFailure>
  ) -> Signal<Value, OtherFailure> {
    promoteError(to: OtherFailure.self).sample(on: sampler)
  }
}
