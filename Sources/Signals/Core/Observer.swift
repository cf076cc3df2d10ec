/// The receiving end of a signal: accepts values and at most one terminal event.
///
/// The observer passed to a signal's work may be used from any thread, from several threads at once
/// and from inside an event. Events are delivered one at a time, and each sender's order is kept.
/// Events after a terminal event or after disposal are dropped.
public struct Observer<Value: Sendable, Failure: Error>: Sendable {
  /// Delivers a value unchecked; call it only if no foreign code has run since the last check.
  @usableFromInline let onValue: @Sendable (Value) -> Void
  /// Delivers the end unchecked.
  @usableFromInline let onEnd: @Sendable (End<Failure>) -> Void
  /// Ends everything upstream that feeds this observer.
  ///
  /// The stage that originates a terminal event disposes of this subscription afterwards. Stages
  /// that forward terminal events directly share it; other stages create a child.
  @usableFromInline let subscription: Subscription

  @inlinable
  init(
    subscription: Subscription,
    value: @escaping @Sendable (Value) -> Void,
    end: @escaping @Sendable (End<Failure>) -> Void
  ) {
    self.subscription = subscription
    onValue = value
    onEnd = end
  }

  /// Makes an observer from three closures, for `Signal.subscribe(_:)`.
  ///
  /// Its first terminal event ends it, with everything upstream; later events are ignored.
  @inlinable
  public init(
    value: @escaping @Sendable (Value) -> Void = { _ in },
    failed: @escaping @Sendable (Failure) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {}
  ) {
    let (subscription, guardian) = (Subscription(), Subscription())
    self.init(subscription: subscription, value: { if !guardian.isDisposed { value($0) } }) { end in
      // The observer may have other sources.
      if case .lost = end { return }
      guard guardian.end() else { return }
      end.call(failed, completed)
      subscription.dispose()
    }
  }

  /// Makes the last observer of a chain, whose origin disposes of the subscription after the end.
  @inlinable
  init(
    receiving value: @escaping @Sendable (Value) -> Void,
    _ failed: @escaping @Sendable (Failure) -> Void, _ completed: @escaping @Sendable () -> Void
  ) {
    self.init(subscription: Subscription(), value: value) { $0.call(failed, completed) }
  }

  /// Whether the subscription has ended, so that work can stop.
  @inlinable public var isDisposed: Bool {
    subscription.isDisposed
  }

  /// Delivers a value now or, if another event is being delivered, after that event.
  ///
  /// Ignored after a terminal event or disposal.
  @inlinable
  public func send(_ value: Value) {
    if !subscription.isDisposed { onValue(value) }
  }

  /// Fails the stream and ends everything upstream; ignored after the end.
  @inlinable
  public func fail(_ failure: Failure) {
    if !subscription.isDisposed { onEnd(.failed(failure)) }
  }

  /// Completes the stream and ends everything upstream; ignored after the end.
  @inlinable
  public func complete() {
    if !subscription.isDisposed { onEnd(.completed) }
  }
}

extension Observer where Value == Void {
  /// Delivers the empty value.
  @inlinable
  public func send() {
    send(())
  }
}

extension Observer {
  /// Originates the completion: delivers it and ends everything upstream.
  @inlinable
  func finish() {
    finish(.completed)
  }

  /// Originates a failure: delivers it and ends everything upstream.
  @inlinable
  func finish(_ failure: Failure) {
    finish(.failed(failure))
  }

  /// Originates the end: delivers it and ends everything upstream.
  @inlinable
  func finish(_ end: End<Failure>) {
    guard !subscription.isDisposed else { return }
    onEnd(end)
    subscription.dispose()
  }

  /// A child subscription, for an input whose end does not end this observer.
  @inlinable
  func makeChild() -> Subscription {
    let child = Subscription()
    subscription.add(child)
    return child
  }

  /// Delivers an event that originates here.
  @inlinable
  func originate(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value): send(value)
    case .failed(let failure): finish(failure)
    case .completed: finish()
    }
  }
}
