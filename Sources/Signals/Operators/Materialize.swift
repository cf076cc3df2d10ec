extension Signal {
  /// Sends every event as a value; a terminal event is followed by completion.
  ///
  /// It never fails. Events pass at once, on their threads; disposal ends the source and is not an
  /// event.
  public func materialize() -> Signal<Event<Value, Failure>, Never> {
    Signal<Event<Value, Failure>, Never>(after: self) { [attach] observer in
      attach(
        Observer(
          subscription: observer.subscription, value: { observer.onValue(.value($0)) },
          end: { end in
            switch end {
            case .completed: observer.onValue(.completed)
            case .failed(let failure): observer.onValue(.failed(failure))
            case .lost: return observer.onEnd(.lost)
            }
            observer.complete()
          }))
    }
  }

  /// Turns events as values back into events: the inverse of `materialize()`.
  ///
  /// It ends with the first terminal event and then disposes of the source; if the source completes
  /// first, it completes too. Events pass at once, on their threads.
  public func dematerialize<Inner: Sendable, InnerFailure: Error>() -> Signal<Inner, InnerFailure>
  where Value == Event<Inner, InnerFailure>, Failure == Never {
    Signal<Inner, InnerFailure>(after: self) { [attach] observer in
      attach(
        Observer(
          subscription: observer.subscription, value: { observer.originate($0) },
          end: { observer.onEnd($0.promoted()) }))
    }
  }
}
