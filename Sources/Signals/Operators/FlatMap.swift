/// What `flatMap` does with an inner signal while a former one is still running.
public enum FlattenStrategy: Sendable {
  /// The former inner signal is disposed of before the new one is subscribed to.
  case latest
  /// All inner signals run at the same time.
  case merge
  /// Inner signals run one after the other, in order; waiting ones are kept.
  case concat
  /// The first inner signal to send anything, a value or its end, is the one that is heard: the
  /// others are disposed of, and later values make no inner signals.
  case race
}

extension Signal {
  /// Makes an inner signal of each value and sends what the inner signals send.
  ///
  /// It completes when the source and all inner signals have completed, and fails with the first
  /// failure of any of them, at once. Values are sent on the threads of the inner signals, one
  /// after the other. Inner signals are disposed of together with the outer one. Synchronous inner
  /// signals in any number do not grow the stack.
  @inlinable
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    switch strategy {
    case .latest: flatMapLatest(transform)
    case .merge: flatMapMerged(transform)
    case .concat: flatMapQueued(transform)
    case .race: flatMapRace(transform)
    }
  }

  /// Makes an inner signal that cannot fail of each value.
  ///
  /// Otherwise as `flatMap` of signals whose failures have one type.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Never>
  ) -> Signal<Output, Failure> {
    flatMap(strategy) { transform($0).promoteError(to: Failure.self) }
  }
}

extension Signal where Failure == Never {
  /// Makes an inner signal that may fail of each value of a signal that cannot.
  ///
  /// Otherwise as `flatMap` of signals whose failures have one type.
  @_disfavoredOverload
  @inlinable
  public func flatMap<Output: Sendable, InnerFailure: Error>(
    _ strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, InnerFailure>
  ) -> Signal<Output, InnerFailure> {
    promoteError(to: InnerFailure.self).flatMap(strategy, transform)
  }
}

extension Signal {
  /// Sends what the latest inner signal sends.
  ///
  /// The former one is disposed of before the new one is subscribed to. It completes when the
  /// source and the last one have, and fails with the first failure of any of them.
  @inlinable
  public func switchToLatest<Output: Sendable>() -> Signal<Output, Failure>
  where Value == Signal<Output, Failure> {
    flatMap(.latest) { $0 }
  }
}
