extension Signal {
  /// Drops values until `trigger` sends a value or completes, then sends all others.
  ///
  /// The trigger is subscribed to first, so a trigger that fires at once lets every value through;
  /// it is disposed of when it has fired. The end of the source and a failure of the trigger pass at
  /// once. Events arrive on their threads; the end or disposal ends both signals.
  public func skip<Other: Sendable>(
    until trigger: Signal<Other, Failure>
  ) -> Signal<Value, Failure> {
    let trigger = trigger.take(first: 1)
    return Signal(depth: Swift.max(depth, trigger.depth) + 1) { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, SkipUntilState<Value, Failure>())
      trigger.attach(
        Observer(
          subscription: observer.makeChild(), value: { _ in },
          end: { stage.send(.triggerEnded($0)) }))
      guard !observer.isDisposed else { return }
      attach(
        Observer(
          subscription: observer.makeChild(), value: { stage.send(.value($0)) },
          end: { stage.send(.ended($0)) }))
    }
  }
}

/// Whether values pass yet.
struct SkipUntilState<Value: Sendable, Failure: Error>: StageState {
  enum Message: Sendable {
    case value(Value)
    case triggerEnded(End<Failure>)
    case ended(End<Failure>)
  }

  private var isOpen = false

  mutating func handle(_ message: Message, _ observer: Observer<Value, Failure>) {
    switch message {
    case .value(let value): if isOpen { observer.onValue(value) }
    case .triggerEnded(.completed): isOpen = true
    // A trigger that is lost never fires.
    case .triggerEnded(.lost): break
    case .triggerEnded(let end), .ended(let end): observer.finish(end)
    }
  }
}

extension Signal {
  /// Drops values until `trigger`, which cannot fail, sends a value or completes.
  ///
  /// Otherwise like `skip(until:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func skip<Other: Sendable>(
    until trigger: Signal<Other, Never>
  ) -> Signal<Value, Failure> {
    skip(until: trigger.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Drops values until `trigger`, which may fail, sends a value or completes.
  ///
  /// Otherwise like `skip(until:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func skip<Other: Sendable, OtherFailure: Error>(
    until trigger: Signal<Other, OtherFailure>
  ) -> Signal<Value, OtherFailure> {
    promoteError(to: OtherFailure.self).skip(until: trigger)
  }
}
