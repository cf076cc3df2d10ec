/// A signal that is driven from outside: what is sent is delivered to all observers of the moment.
///
/// Sending is safe from any thread and from inside an event. An observer that comes after the
/// terminal event hears that event at once. When the subject and its sending ends go without a
/// terminal event, its subscriptions end without one; that passes stages which only forward (`map`,
/// `filter`, `on`), but not those with an input of their own (`merge`, `delay`, `observe(on:)`), whose
/// subscriptions stay silent until they are disposed of. So complete a subject that is done.
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

  /// The stream of what is sent, on the threads of the senders.
  ///
  /// An observer hears what is sent after it came; disposing of it changes nothing for the others.
  @inlinable public var signal: Signal<Value, Failure> {
    Signal(attach: { [multicast] in multicast.attach($0) })
  }

  /// The sending end, which keeps the subject's observers alive.
  public var observer: Observer<Value, Failure> {
    Observer(subscription: Subscription(), value: { self.send($0) }, end: { self.finish($0) })
  }

  /// Delivers a value to all observers, in the order in which they came.
  ///
  /// From inside an event, or while another thread sends, it is delivered after that event. Ignored
  /// after the end.
  @inlinable
  public func send(_ value: Value) {
    multicast.send(value)
  }

  /// Ends the stream with a failure for all observers; only the first end counts.
  @inlinable
  public func fail(_ failure: Failure) {
    finish(.failed(failure))
  }

  /// Ends the stream by completion for all observers; only the first end counts.
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
