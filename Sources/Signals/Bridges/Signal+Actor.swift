extension Signal {
  /// Starts the work and receives its events on an actor.
  ///
  /// Events keep their order, and those that arrive in a burst are delivered in one hop. After
  /// `dispose()` on the actor, nothing more is delivered. The subscription retains the actor; an
  /// actor that keeps the disposable must dispose of it. `fileID` and `line` record the call site for
  /// `SignalTrace`; leave them out.
  public func subscribe<Receiver: Actor>(
    on actor: Receiver,
    value: @escaping @Sendable (isolated Receiver, Value) -> Void,
    failed: @escaping @Sendable (isolated Receiver, Failure) -> Void,
    completed: @escaping @Sendable (isolated Receiver) -> Void = { _ in },
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    let subscription = Subscription()
    let iterator = SignalValues.Iterator(materialize(), .unbounded, fileID: fileID, line: line)
    let task = Task {
      await deliver(iterator, to: actor, until: subscription) { actor, event in
        switch event {
        case .value(let received): value(actor, received)
        case .failed(let failure): failed(actor, failure)
        case .completed: completed(actor)
        }
      }
    }
    // The source ends at once, even while the actor is busy.
    subscription.add(iterator.subscription)
    subscription.add(AnyDisposable { task.cancel() })
    return subscription
  }
}

extension Signal where Failure == Never {
  /// Starts the work and receives its events on an actor.
  ///
  /// Otherwise like the form for signals that may fail.
  public func subscribe<Receiver: Actor>(
    on actor: Receiver,
    value: @escaping @Sendable (isolated Receiver, Value) -> Void,
    completed: @escaping @Sendable (isolated Receiver) -> Void = { _ in },
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(
      on: actor, value: value, failed: { _, _ in }, completed: completed, fileID: fileID,
      line: line)
  }
}

/// Passes events to an actor, without suspension while some are waiting.
private func deliver<Value, Failure, Receiver: Actor>(
  _ iterator: SignalValues<Event<Value, Failure>, Never>.Iterator, to actor: isolated Receiver,
  until subscription: Subscription,
  _ body: @Sendable (isolated Receiver, Event<Value, Failure>) -> Void
) async {
  while let event = await iterator.next(isolation: actor), !subscription.isDisposed {
    body(actor, event)
  }
  subscription.dispose()
}
