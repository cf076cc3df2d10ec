extension Signal {
  /// Sends each value together with the latest value of `other`.
  ///
  /// Values that arrive before `other` has sent one are dropped. Values are sent on the threads of
  /// this signal. It ends with this signal and fails with either; the completion of `other` changes
  /// nothing. The end or disposal ends both signals.
  public func withLatest<Other: Sendable>(
    from other: Signal<Other, Failure>
  ) -> Signal<(Value, Other), Failure> {
    Signal<(Value, Other), Failure>(depth: Swift.max(depth, other.depth) + 1) { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, WithLatestState<Value, Other, Failure>())
      other.attach(
        Observer(
          subscription: observer.makeChild(), value: { stage.send(.other($0)) },
          end: { if case .failed = $0 { stage.send(.ended($0)) } }))
      guard !observer.isDisposed else { return }
      attach(
        Observer(
          subscription: observer.makeChild(), value: { stage.send(.value($0)) },
          end: { stage.send(.ended($0)) }))
    }
  }
}

extension Signal {
  /// Sends each value together with the latest value of `other`, which cannot fail.
  ///
  /// Otherwise like `withLatest(from:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func withLatest<Other: Sendable>(
    from other: Signal<Other, Never>
  ) -> Signal<(Value, Other), Failure> {
    withLatest(from: other.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Sends each value together with the latest value of `other`, which may fail.
  ///
  /// Otherwise like `withLatest(from:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func withLatest<Other: Sendable, OtherFailure: Error>(
    from other: Signal<Other, OtherFailure>
  ) -> Signal<(Value, Other), OtherFailure> {
    promoteError(to: OtherFailure.self).withLatest(from: other)
  }
}
