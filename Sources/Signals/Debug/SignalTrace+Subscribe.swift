// `subscribe` and `observe` call these while subscriptions are listed.

extension SignalTrace {
  /// Attaches the observer and lists its subscription until that ends.
  @usableFromInline
  static func attach<Value, Failure>(
    _ observer: Observer<Value, Failure>, to signal: Signal<Value, Failure>, _ kind: Entry.Kind,
    _ fileID: StaticString, _ line: UInt
  ) {
    let token = TraceRegistry.shared.add(kind, Value.self, fileID, line)
    let record = token.record
    observer.subscription.add(token)
    TraceRecord.$current.withValue(record) {
      signal.attach(observer.tapped(value: { _ in record.countValue() }))
    }
  }

  /// The observer of a property, listed until it is released.
  @usableFromInline
  static func counting<Value>(
    _ body: @escaping @MainActor (Value) -> Void, _ fileID: StaticString, _ line: UInt
  ) -> @MainActor (Value) -> Void {
    let token = TraceRegistry.shared.add(.property, Value.self, fileID, line)
    return { value in
      token.record.countValue()
      body(value)
    }
  }
}

extension Observer {
  /// The same observer; the closures run before each event is delivered.
  ///
  /// They may run foreign code, so an event is delivered only if the subscription is still alive
  /// afterwards.
  func tapped(
    value: @escaping @Sendable (Value) -> Void,
    end: @escaping @Sendable (End<Failure>) -> Void = { _ in }
  ) -> Observer {
    Observer(
      subscription: subscription,
      value: {
        value($0)
        send($0)
      },
      end: {
        end($0)
        if !isDisposed { onEnd($0) }
      })
  }
}
