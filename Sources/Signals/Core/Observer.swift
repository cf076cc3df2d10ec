/// The receiving end of a signal: takes values and at most one terminal event.
///
/// An observer that a signal's work was given may be used from any thread, several at once, and from
/// inside an event: events are delivered one after the other, each sender's order kept. Events after
/// a terminal event or after disposal are dropped.
public struct Observer<Value: Sendable, Failure: Error>: Sendable {
  /// Takes a value unchecked; call it only when no foreign code has run since the last check.
  @usableFromInline let onValue: @Sendable (Value) -> Void
  /// Takes the end unchecked.
  @usableFromInline let onEnd: @Sendable (End<Failure>) -> Void
  /// Ends everything upstream that feeds this observer.
  ///
  /// Whoever originates a terminal event disposes of it afterwards; stages that forward terminal
  /// events at once share it, others make a child.
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

  /// Makes an observer of three closures, for `Signal.subscribe(_:)`.
  @inlinable
  public init(
    value: @escaping @Sendable (Value) -> Void = { _ in },
    failed: @escaping @Sendable (Failure) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {}
  ) {
    self.init(subscription: Subscription(), value: value) { end in
      switch end {
      case .completed: completed()
      case .failed(let failure): failed(failure)
      }
    }
  }

  /// Whether nobody listens any more, so that work can stop.
  @inlinable public var isDisposed: Bool {
    subscription.isDisposed
  }

  /// Delivers a value, now or, while another event is being delivered, after that one.
  ///
  /// Ignored after a terminal event or disposal.
  @inlinable
  public func send(_ value: Value) {
    if !subscription.isDisposed { onValue(value) }
  }

  /// Ends the stream with a failure and everything upstream; ignored when it has ended.
  @inlinable
  public func fail(_ failure: Failure) {
    if !subscription.isDisposed { onEnd(.failed(failure)) }
  }

  /// Ends the stream by completion and everything upstream; ignored when it has ended.
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

  /// A subscription that ends with this observer's, for an input whose end is not this one's end.
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

  /// An observer that turns what it hears into events.
  @inlinable
  static func events(
    in subscription: Subscription,
    _ receive: @escaping @Sendable (Event<Value, Failure>) -> Void
  ) -> Observer {
    Observer(subscription: subscription, value: { receive(.value($0)) }) { end in
      switch end {
      case .completed: receive(.completed)
      case .failed(let failure): receive(.failed(failure))
      }
    }
  }
}
