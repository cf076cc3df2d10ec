/// A subject that first replays the last values it has sent to each new observer.
///
/// The values and the terminal event are replayed after the end too.
public final class ReplaySubject<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let multicast: Multicast<Value, Failure>

  /// Makes a subject that keeps up to `capacity` values; `capacity` must not be negative.
  public init(capacity: Int) {
    multicast = Multicast(capacity: capacity)
  }

  deinit {
    multicast.close()
  }

  /// The kept values, on the thread of the subscriber, followed by the values sent from then on.
  public var signal: Signal<Value, Failure> {
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

  /// Keeps a value and delivers it to all observers in subscription order.
  ///
  /// A value sent from inside an event, or while another thread sends, is delivered after that
  /// event. Ignored after the end.
  @inlinable
  public func send(_ value: Value) {
    multicast.send(value)
  }

  /// Fails the stream, also for later observers; only the first end counts.
  public func fail(_ failure: Failure) {
    finish(.failed(failure))
  }

  /// Completes the stream, also for later observers; only the first end counts.
  public func complete() {
    finish(.completed)
  }

  private func finish(_ end: End<Failure>) {
    multicast.finish(end)
  }
}

extension ReplaySubject where Value == Void {
  /// Keeps the empty value and delivers it to all observers.
  public func send() {
    send(())
  }
}
