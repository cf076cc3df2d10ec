extension Signal {
  /// Sends pairs of the latest values, as soon as both signals have sent one.
  ///
  /// A pair is sent for each value, on its thread. It completes when both have completed, or when
  /// one completes without a value; it fails at once with the first failure. The end or disposal
  /// ends both signals.
  @inlinable
  public static func combineLatest<A: Sendable, B: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Failure>
  ) -> Signal where Value == (A, B) {
    Signal(depth: Swift.max(a.depth, b.depth) + 1) {
      [attachA = a.attach, attachB = b.attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, CombineLatestState<A, B, Failure>())
      attachA(
        Observer(subscription: observer.makeChild(), value: { stage.send(.first($0)) }) {
          stage.send(.firstEnded($0))
        })
      guard !observer.isDisposed else { return }
      attachB(
        Observer(subscription: observer.makeChild(), value: { stage.send(.second($0)) }) {
          stage.send(.secondEnded($0))
        })
    }
  }

  /// Sends triples of the latest values, as soon as all three signals have sent one.
  ///
  /// Otherwise like `combineLatest` of two.
  @inlinable
  public static func combineLatest<A: Sendable, B: Sendable, C: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Failure>, _ c: Signal<C, Failure>
  ) -> Signal where Value == (A, B, C) {
    a.combineLatest(with: b).combineLatest(with: c).map { ($0.0, $0.1, $1) }
  }

  /// Sends quadruples of the latest values, as soon as all four signals have sent one.
  ///
  /// Otherwise like `combineLatest` of two.
  @inlinable
  public static func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Failure>, _ c: Signal<C, Failure>,
    _ d: Signal<D, Failure>
  ) -> Signal where Value == (A, B, C, D) {
    a.combineLatest(with: b).combineLatest(with: c.combineLatest(with: d))
      .map { ($0.0, $0.1, $1.0, $1.1) }
  }

  /// Sends pairs of the latest values of this signal and `other`, as soon as both have sent one.
  ///
  /// It completes when both have completed, or when one completes without a value; it fails at once
  /// with the first failure. Pairs are sent on the thread of the value; the end or disposal ends
  /// both.
  @inlinable
  public func combineLatest<Other: Sendable>(
    with other: Signal<Other, Failure>
  ) -> Signal<(Value, Other), Failure> {
    .combineLatest(self, other)
  }

  /// Sends arrays of the latest values in the order of the signals, as soon as all have sent one.
  ///
  /// It completes when all have completed, when one completes without a value, and at once if there
  /// are no signals; it fails with the first failure. Arrays are sent on the thread of the value;
  /// the end or disposal ends all signals.
  @inlinable
  public static func combineLatest<Element: Sendable>(
    _ signals: [Signal<Element, Failure>]
  ) -> Signal where Value == [Element] {
    Signal(depth: (signals.map(\.depth).max() ?? 0) + 1) { observer in
      guard !observer.isDisposed else { return }
      guard !signals.isEmpty else { return observer.finish() }
      let stage = Stage(
        observer, CombineLatestArrayState<Element, Failure>(count: signals.count))
      for (index, signal) in signals.enumerated() {
        guard !observer.isDisposed else { return }
        signal.attach(
          Observer(
            subscription: observer.makeChild(), value: { stage.send(.value($0, index)) },
            end: { stage.send(.ended($0, index)) }))
      }
    }
  }
}

extension Signal {
  /// Sends pairs of the latest values; the first signal cannot fail.
  ///
  /// Otherwise like `combineLatest` of signals whose failures have one type.
  @_disfavoredOverload
  @inlinable
  public static func combineLatest<A: Sendable, B: Sendable>(
    _ a: Signal<A, Never>, _ b: Signal<B, Failure>
  ) -> Signal where Value == (A, B) {
    .combineLatest(a.promoteError(to: Failure.self), b)
  }

  /// Sends pairs of the latest values; the second signal cannot fail.
  ///
  /// Otherwise like `combineLatest` of signals whose failures have one type.
  @_disfavoredOverload
  @inlinable
  public static func combineLatest<A: Sendable, B: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Never>
  ) -> Signal where Value == (A, B) {
    .combineLatest(a, b.promoteError(to: Failure.self))
  }

  /// Sends pairs of the latest values of this signal and of `other`, which cannot fail.
  ///
  /// Otherwise like `combineLatest` with a signal whose failure has the same type.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: Sendable>(
    with other: Signal<Other, Never>
  ) -> Signal<(Value, Other), Failure> {
    combineLatest(with: other.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Sends pairs of the latest values of this signal and of `other`, which may fail.
  ///
  /// Otherwise like `combineLatest` with a signal whose failure has the same type.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: Sendable, OtherFailure: Error>(
    with other: Signal<Other, OtherFailure>
  ) -> Signal<(Value, Other), OtherFailure> {
    promoteError(to: OtherFailure.self).combineLatest(with: other)
  }
}
