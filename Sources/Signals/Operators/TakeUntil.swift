extension Signal {
  /// Sends values until `trigger` sends a value or completes, then completes.
  ///
  /// The trigger is subscribed to first: one that fires at once lets no value through.
  public func take<Other: Sendable>(
    until trigger: Signal<Other, Never>
  ) -> Signal<Value, Failure> {
    Signal(attach: { [attach] observer in
      let stage = Stage<Event<Value, Failure>, Void, Value, Failure>(observer, ()) {
        event, _, observer in
        observer.originate(event)
      }
      trigger.attach(
        Observer(
          subscription: observer.makeChild(),
          value: { _ in stage.send(.completed) },
          failed: { _ in },
          completed: { stage.send(.completed) }))
      guard !observer.isDisposed else { return }
      attach(.events(in: observer.makeChild()) { stage.send($0) })
    })
  }
}

extension Observer {
  /// An observer that turns what it hears into events.
  static func events(
    in subscription: CompositeDisposable,
    _ receive: @escaping @Sendable (Event<Value, Failure>) -> Void
  ) -> Observer {
    Observer(
      subscription: subscription,
      value: { receive(.value($0)) },
      failed: { receive(.failed($0)) },
      completed: { receive(.completed) })
  }

  /// Delivers an event that originates here.
  func originate(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value): onValue(value)
    case .failed(let failure): finish(failure)
    case .completed: finish()
    }
  }
}
