/// What `flatMap` does with a new inner signal while a previous one is still running.
public enum FlattenStrategy: Sendable, Hashable {
  /// The previous inner signal is disposed of before the new one is subscribed to.
  case latest
  /// The running inner signal continues; values that arrive meanwhile are dropped and create no
  /// inner signals.
  case first
  /// All inner signals run at the same time.
  case merge
  /// At most `limit` inner signals, which is at least 1, run at the same time; the others wait in
  /// order.
  case concurrent(limit: Int)
  /// Inner signals run one at a time, in order; waiting ones are kept.
  case concat
  /// The first inner signal to send anything, a value or its end, wins: the others are disposed of,
  /// and later values create no inner signals.
  case race
}

extension Signal {
  /// Makes an inner signal from each value and sends the events of the inner signals.
  ///
  /// It completes when the source and all inner signals have completed, and fails at once with the
  /// first failure of any of them. Values are sent on the threads of the inner signals, one at a
  /// time. Disposal ends the source and the inner signals. Any number of synchronous inner signals
  /// does not grow the stack.
  @inlinable
  public func flatMap<Output: Sendable>(
    _ strategy: FlattenStrategy,
    _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    switch strategy {
    case .latest: flatMapLatest(transform)
    case .first: flatMapFirst(transform)
    case .merge: flatMapMerged(transform)
    case .concurrent(let limit): flatMapLimited(limit, transform)
    case .concat: flatMapLimited(1, transform)
    case .race: flatMapRace(transform)
    }
  }

  /// Makes an inner signal that cannot fail from each value.
  ///
  /// Otherwise like `flatMap` of signals whose failures have one type.
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
  /// Makes an inner signal that may fail from each value of a signal that cannot.
  ///
  /// Otherwise like `flatMap` of signals whose failures have one type.
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
  /// Sends the values of the latest inner signal.
  ///
  /// The previous one is disposed of before the new one is subscribed to. It completes when the
  /// source and the last inner signal have completed, and fails with the first failure of any of
  /// them.
  @inlinable
  public func switchToLatest<Output: Sendable>() -> Signal<Output, Failure>
  where Value == Signal<Output, Failure> {
    flatMap(.latest) { $0 }
  }
}

extension Signal {
  /// Sends the values of the latest inner signal, which cannot fail.
  @_disfavoredOverload
  @inlinable
  public func switchToLatest<Output: Sendable>() -> Signal<Output, Failure>
  where Value == Signal<Output, Never> {
    flatMap(.latest) { $0 }
  }
}

extension Signal where Failure == Never {
  /// Sends the values of the latest inner signal, which may fail.
  @_disfavoredOverload
  @inlinable
  public func switchToLatest<Output: Sendable, InnerFailure: Error>()
    -> Signal<Output, InnerFailure> where Value == Signal<Output, InnerFailure>
  {
    flatMap(.latest) { $0 }
  }
}
