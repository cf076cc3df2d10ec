extension Signal {
  /// Sends pairs of the latest values, from when both have one.
  ///
  /// It completes when both have completed, or when one completes without a value; it fails with the
  /// first failure.
  public static func combineLatest<A: Sendable, B: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Failure>
  ) -> Signal where Value == (A, B) {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      let stage = Stage<CombineMessage<A, B, Failure>, CombineState<A, B>, Value, Failure>(
        observer, CombineState()
      ) { message, state, observer in
        state.handle(message, observer)
      }
      a.attach(
        Observer(
          subscription: observer.makeChild(),
          value: { stage.send(.first($0)) },
          failed: { stage.send(.failed($0)) },
          completed: { stage.send(.firstCompleted) }))
      guard !observer.isDisposed else { return }
      b.attach(
        Observer(
          subscription: observer.makeChild(),
          value: { stage.send(.second($0)) },
          failed: { stage.send(.failed($0)) },
          completed: { stage.send(.secondCompleted) }))
    })
  }

  /// Sends triples of the latest values, from when all three have one.
  public static func combineLatest<A: Sendable, B: Sendable, C: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Failure>, _ c: Signal<C, Failure>
  ) -> Signal where Value == (A, B, C) {
    a.combineLatest(with: b).combineLatest(with: c).map { ($0.0, $0.1, $1) }
  }

  /// Sends quadruples of the latest values, from when all four have one.
  public static func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
    _ a: Signal<A, Failure>, _ b: Signal<B, Failure>, _ c: Signal<C, Failure>,
    _ d: Signal<D, Failure>
  ) -> Signal where Value == (A, B, C, D) {
    a.combineLatest(with: b).combineLatest(with: c.combineLatest(with: d))
      .map { ($0.0, $0.1, $1.0, $1.1) }
  }

  /// Sends pairs of the latest values of this signal and `other`, from when both have one.
  public func combineLatest<Other: Sendable>(
    with other: Signal<Other, Failure>
  ) -> Signal<(Value, Other), Failure> {
    .combineLatest(self, other)
  }

  /// Sends arrays of the latest values in the order of the signals, from when all have one.
  ///
  /// Without signals it completes at once.
  public static func combineLatest<Element: Sendable>(
    _ signals: [Signal<Element, Failure>]
  ) -> Signal where Value == [Element] {
    Signal(attach: { observer in
      guard !observer.isDisposed else { return }
      guard !signals.isEmpty else { return observer.finish() }
      typealias Message = CombineArrayMessage<Element, Failure>
      let stage = Stage<Message, CombineArray<Element>, Value, Failure>(
        observer, CombineArray(count: signals.count)
      ) { message, state, observer in
        state.handle(message, observer)
      }
      for (index, signal) in signals.enumerated() {
        guard !observer.isDisposed else { return }
        signal.attach(
          Observer(
            subscription: observer.makeChild(),
            value: { stage.send(.value($0, index)) },
            failed: { stage.send(.failed($0)) },
            completed: { stage.send(.completed(index)) }))
      }
    })
  }
}
