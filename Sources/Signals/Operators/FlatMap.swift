/// What `flatMap` does with an inner signal while a former one is still running.
public enum FlattenStrategy: Sendable {
  /// The former inner signal is disposed of before the new one is subscribed to.
  case latest
  /// All inner signals run at the same time.
  case merge
  /// Inner signals run one after the other, in order; waiting ones are kept.
  case concat
}

extension Signal {
  /// Makes an inner signal of each value and sends what the inner signals send.
  ///
  /// It completes when the source and all inner signals have completed, and fails with the first
  /// failure of any of them. Inner signals are disposed of together with the outer one.
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      let start = observer.makeInnerStarter(strategy)
      attach(
        Observer<Value, Failure>(
          subscription: observer.makeChild(),
          value: { start.begin(transform($0)) },
          failed: { start.stage.send(.failed($0)) },
          completed: { start.outerCompleted() }))
    })
  }

  /// Makes an inner signal that cannot fail of each value.
  @_disfavoredOverload
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Never>
  ) -> Signal<Output, Failure> {
    flatMap(strategy) { transform($0).promoteError(to: Failure.self) }
  }
}

extension Signal where Failure == Never {
  /// Makes an inner signal that may fail of each value of a signal that cannot.
  @_disfavoredOverload
  public func flatMap<Output: Sendable, InnerFailure: Error>(
    _ strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, InnerFailure>
  ) -> Signal<Output, InnerFailure> {
    promoteError(to: InnerFailure.self).flatMap(strategy, transform)
  }
}

extension Signal {
  /// Sends what the latest inner signal sends.
  public func switchToLatest<Output: Sendable>() -> Signal<Output, Failure>
  where Value == Signal<Output, Failure> {
    flatMap(.latest) { $0 }
  }
}

extension Observer {
  fileprivate func makeInnerStarter(_ strategy: FlattenStrategy) -> any InnerStarter<Value, Failure>
  {
    switch strategy {
    case .latest: LatestInner(self)
    case .merge: MergedInners(self)
    case .concat: QueuedInners(self)
    }
  }
}
