extension Signal {
  /// Sends values until `trigger` sends a value or completes, then completes.
  ///
  /// The trigger is subscribed to first, so a trigger that fires at once lets no value through. The
  /// end of the source and a failure of the trigger pass at once. Events arrive on their threads,
  /// the completion on that of the trigger; the end or disposal ends both signals.
  public func take<Other: Sendable>(
    until trigger: Signal<Other, Failure>
  ) -> Signal<Value, Failure> {
    Signal(depth: Swift.max(depth, trigger.depth) + 1) { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, RelayState<Value, Failure>())
      trigger.attach(
        Observer(
          subscription: observer.makeChild(), value: { _ in stage.send(.ended(.completed)) },
          end: { end in
            // A trigger that is lost never fires.
            if case .lost = end { return }
            stage.send(.ended(end))
          }))
      guard !observer.isDisposed else { return }
      attach(
        Observer(
          subscription: observer.makeChild(), value: { stage.send(.value($0)) },
          end: { stage.send(.ended($0)) }))
    }
  }
}

extension Signal {
  /// Sends values until `trigger`, which cannot fail, sends a value or completes.
  ///
  /// Otherwise like `take(until:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func take<Other: Sendable>(
    until trigger: Signal<Other, Never>
  ) -> Signal<Value, Failure> {
    take(until: trigger.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Sends values until `trigger`, which may fail, sends a value or ends.
  ///
  /// Otherwise like `take(until:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func take<Other: Sendable, OtherFailure: Error>(
    until trigger: Signal<Other, OtherFailure>
  ) -> Signal<Value, OtherFailure> {
    promoteError(to: OtherFailure.self).take(until: trigger)
  }
}
