extension Signal {
  /// Sends pairs: the first values of both, then the second ones, and so on.
  ///
  /// A value waits for its partner, so memory grows with the lead of the faster signal. It
  /// completes when a signal has completed and none of its values is waiting; surplus values of the
  /// other signal are dropped. It fails at once with the first failure. A pair is sent on the
  /// thread of its later value. The first signal is subscribed to first; disposal ends both.
  @inlinable
  public static func zip<A: Sendable, B: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Failure>
  ) -> Signal where Value == (A, B) {
    Signal(depth: Swift.max(a.depth, b.depth) + 1) {
      [attachA = a.attach, attachB = b.attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, ZipState<A, B, Failure>())
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

  /// Sends triples of the values with the same index in each signal, like `zip` of two.
  @inlinable
  public static func zip<A: Sendable, B: Sendable, C: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Failure>, _ c: Signal<C, Failure>
  ) -> Signal where Value == (A, B, C) {
    a.zip(with: b).zip(with: c).map { ($0.0, $0.1, $1) }
  }

  /// Sends quadruples of the values with the same index in each signal, like `zip` of two.
  @inlinable
  public static func zip<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Failure>, _ c: Signal<C, Failure>,
    _ d: Signal<D, Failure>
  ) -> Signal where Value == (A, B, C, D) {
    a.zip(with: b).zip(with: c.zip(with: d)).map { ($0.0, $0.1, $1.0, $1.1) }
  }

  /// Sends pairs of the values with the same index in this signal and in `other`.
  ///
  /// A value waits for its partner, so memory grows with the lead of the faster signal. It
  /// completes when a signal has completed and none of its values is waiting; surplus values of the
  /// other signal are dropped. It fails at once with the first failure. A pair is sent on the
  /// thread of its later value. Disposal ends both.
  @inlinable
  public func zip<Other: Sendable>(
    with other: Signal<Other, Failure>
  ) -> Signal<(Value, Other), Failure> {
    .zip(self, other)
  }

  /// Sends arrays of the values with the same index, in the order of the signals.
  ///
  /// It waits, completes and fails like `zip` of two; without signals it completes at once.
  public static func zip<Element: Sendable>(
    _ signals: [Signal<Element, Failure>]
  ) -> Signal where Value == [Element] {
    Signal(depth: (signals.map(\.depth).max() ?? 0) + 1) { observer in
      guard !observer.isDisposed else { return }
      guard !signals.isEmpty else { return observer.finish() }
      let stage = Stage(observer, ZipArrayState<Element, Failure>(count: signals.count))
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
  /// Sends pairs of the values with the same index; the first signal cannot fail.
  ///
  /// Otherwise like `zip` of signals whose failures have one type.
  @_disfavoredOverload
  @inlinable
  public static func zip<A: Sendable, B: Sendable>(
    _ a: Signal<A, Never>, _ b: Signal<B, Failure>
  ) -> Signal where Value == (A, B) {
    .zip(a.promoteError(to: Failure.self), b)
  }

  /// Sends pairs of the values with the same index; the second signal cannot fail.
  ///
  /// Otherwise like `zip` of signals whose failures have one type.
  @_disfavoredOverload
  @inlinable
  public static func zip<A: Sendable, B: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Never>
  ) -> Signal where Value == (A, B) {
    .zip(a, b.promoteError(to: Failure.self))
  }

  /// Sends pairs of the values with the same index of this signal and of `other`, which cannot fail.
  ///
  /// Otherwise like `zip` with a signal whose failure has the same type.
  @_disfavoredOverload
  @inlinable
  public func zip<Other: Sendable>(
    with other: Signal<Other, Never>
  ) -> Signal<(Value, Other), Failure> {
    zip(with: other.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Sends pairs of the values with the same index of this signal and of `other`, which may fail.
  ///
  /// Otherwise like `zip` with a signal whose failure has the same type.
  @_disfavoredOverload
  @inlinable
  public func zip<Other: Sendable, OtherFailure: Error>(
    with other: Signal<Other, OtherFailure>
  ) -> Signal<(Value, Other), OtherFailure> {
    promoteError(to: OtherFailure.self).zip(with: other)
  }
}
