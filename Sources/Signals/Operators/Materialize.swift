extension Signal {
  /// Sends every event as a value; a terminal event is followed by completion.
  public func materialize() -> Signal<Event<Value, Failure>, Never> {
    Signal<Event<Value, Failure>, Never>(attach: { [attach] observer in
      let end: @Sendable (Event<Value, Failure>) -> Void = { event in
        observer.onValue(event)
        observer.onCompletion()
      }
      attach(
        Observer<Value, Failure>(
          subscription: observer.subscription,
          value: { observer.onValue(.value($0)) },
          failed: { end(.failed($0)) },
          completed: { end(.completed) }))
    })
  }

  /// Turns events as values back into events: the inverse of `materialize()`.
  public func dematerialize<Inner: Sendable, InnerFailure: Error>() -> Signal<Inner, InnerFailure>
  where Value == Event<Inner, InnerFailure>, Failure == Never {
    Signal<Inner, InnerFailure>(attach: { [attach] observer in
      attach(
        Observer(
          subscription: observer.subscription,
          value: { if !observer.isDisposed { observer.originate($0) } },
          failed: { _ in },
          completed: { if !observer.isDisposed { observer.onCompletion() } }))
    })
  }
}
