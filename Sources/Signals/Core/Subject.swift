/// A signal that is driven from outside: each event is delivered to all current observers.
///
/// Sending is safe from any thread and from inside an event. An observer added after the terminal
/// event receives that event at once. When the subject and its sending ends are released without a
/// terminal event, its subscriptions end without one: behind operators too, where and when a
/// completion would end them. So complete a subject when it is done.
public final class Subject<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let multicast: Multicast<Value, Failure>

  /// Makes a subject without observers.
  @inlinable
  public init() {
    multicast = Multicast()
  }

  deinit {
    multicast.close()
  }

  /// The stream of sent values, on the threads of the senders.
  ///
  /// An observer receives what is sent after it subscribed; disposing of it does not affect the
  /// others.
  @inlinable public var signal: Signal<Value, Failure> {
    Signal(attach: { [multicast] in multicast.attach($0) })
  }

  /// The sending end, which keeps the subject's observers alive.
  public var observer: Observer<Value, Failure> {
    Observer(subscription: Subscription(), value: { self.send($0) }) { end in
      // Others may still send into the subject.
      if case .lost = end { return }
      self.finish(end)
    }
  }

  /// Delivers a value to all observers in subscription order.
  ///
  /// A value sent from inside an event, or while another thread sends, is delivered after that
  /// event. Ignored after the end.
  @inlinable
  public func send(_ value: Value) {
    multicast.send(value)
  }

  /// Fails the stream for all observers; only the first end counts.
  @inlinable
  public func fail(_ failure: Failure) {
    finish(.failed(failure))
  }

  /// Completes the stream for all observers; only the first end counts.
  @inlinable
  public func complete() {
    finish(.completed)
  }

  @inlinable
  func finish(_ end: End<Failure>) {
    multicast.finish(end)
  }
}

extension Subject where Value == Void {
  /// Delivers the empty value to all observers.
  @inlinable
  public func send() {
    send(())
  }
}
