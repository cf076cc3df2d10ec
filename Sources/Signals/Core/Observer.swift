/// The receiving end of a signal: takes values and at most one terminal event.
///
/// An observer that a signal's work was given may be used from any thread, several at once, and from
/// inside an event: events are delivered one after the other, each sender's order kept. Events after
/// a terminal event or after disposal are dropped.
public struct Observer<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let onValue: @Sendable (Value) -> Void
  @usableFromInline let onFailure: @Sendable (Failure) -> Void
  @usableFromInline let onCompletion: @Sendable () -> Void
  /// Ends everything upstream that feeds this observer.
  ///
  /// Whoever originates a terminal event disposes
  /// of it afterwards; stages that forward terminal events at once share it, others make a child.
  @usableFromInline let subscription: CompositeDisposable

  @inlinable
  init(
    subscription: CompositeDisposable,
    value: @escaping @Sendable (Value) -> Void,
    failed: @escaping @Sendable (Failure) -> Void,
    completed: @escaping @Sendable () -> Void
  ) {
    self.subscription = subscription
    onValue = value
    onFailure = failed
    onCompletion = completed
  }

  /// Makes an observer of three closures, for `Signal.subscribe(_:)`.
  public init(
    value: @escaping @Sendable (Value) -> Void = { _ in },
    failed: @escaping @Sendable (Failure) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {}
  ) {
    self.init(
      subscription: CompositeDisposable(), value: value, failed: failed, completed: completed)
  }

  /// Whether nobody listens any more, so that work can stop.
  @inlinable public var isDisposed: Bool {
    subscription.isDisposed
  }

  /// Delivers a value.
  @inlinable
  public func send(_ value: Value) {
    onValue(value)
  }

  /// Ends the stream with a failure.
  @inlinable
  public func fail(_ failure: Failure) {
    onFailure(failure)
  }

  /// Ends the stream in good order.
  @inlinable
  public func complete() {
    onCompletion()
  }
}

extension Observer where Value == Void {
  /// Delivers the empty value.
  @inlinable
  public func send() {
    onValue(())
  }
}

extension Observer {
  /// Originates the completion: delivers it and ends everything upstream.
  @inlinable
  func finish() {
    onCompletion()
    subscription.dispose()
  }

  /// Originates a failure: delivers it and ends everything upstream.
  @inlinable
  func finish(_ failure: Failure) {
    onFailure(failure)
    subscription.dispose()
  }

  /// A subscription that ends with this observer's, for an input whose end is not this one's end.
  @inlinable
  func makeChild() -> CompositeDisposable {
    let child = CompositeDisposable()
    subscription.add(child)
    return child
  }
}
