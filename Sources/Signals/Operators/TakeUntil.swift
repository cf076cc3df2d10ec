extension Signal {
  /// Sends values until `trigger` sends a value or completes, then completes.
  ///
  /// The trigger is subscribed to first, so a trigger that fires at once lets no value through. The
  /// end of the source passes at once. Events arrive on their threads, the completion on that of
  /// the trigger; the end or disposal ends both signals.
  public func take<Other: Sendable>(
    until trigger: Signal<Other, Never>
  ) -> Signal<Value, Failure> {
    Signal(depth: Swift.max(depth, trigger.depth) + 1) { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, RelayState<Value, Failure>())
      trigger.attach(
        Observer(
          subscription: observer.makeChild(), value: { _ in stage.send(.completed) },
          end: { _ in stage.send(.completed) }))
      guard !observer.isDisposed else { return }
      attach(.events(in: observer.makeChild()) { stage.send($0) })
    }
  }
}
