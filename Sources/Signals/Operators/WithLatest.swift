extension Signal {
  /// Sends each value together with the latest value of `other`; values before that are dropped.
  ///
  /// It ends with this signal; the end of `other` changes nothing.
  public func withLatest<Other: Sendable>(
    from other: Signal<Other, Never>
  ) -> Signal<(Value, Other), Failure> {
    Signal<(Value, Other), Failure>(attach: { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage<WithLatestMessage<Value, Other, Failure>, Other?, (Value, Other), Failure>(
        observer, nil
      ) { message, latest, observer in
        switch message {
        case .other(let value): latest = value
        case .event(.value(let value)): if let latest { observer.onValue((value, latest)) }
        case .event(.failed(let failure)): observer.finish(failure)
        case .event(.completed): observer.finish()
        }
      }
      other.attach(
        Observer(
          subscription: observer.makeChild(),
          value: { stage.send(.other($0)) }, failed: { _ in }, completed: {}))
      attach(.events(in: observer.makeChild()) { stage.send(.event($0)) })
    })
  }
}

/// What `withLatest` hears.
private enum WithLatestMessage<Value: Sendable, Other: Sendable, Failure: Error>: Sendable {
  case event(Event<Value, Failure>)
  case other(Other)
}
