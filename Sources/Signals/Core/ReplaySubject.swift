/// A subject that first tells a new observer the last values it has sent.
///
/// The values and the terminal event are replayed also after the end.
public final class ReplaySubject<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let multicast: Multicast<Value, Failure>

  /// Makes a subject that keeps up to `capacity` values, which must not be negative.
  public init(capacity: Int) {
    multicast = Multicast(capacity: capacity)
  }

  /// The kept values, then the stream of what is sent.
  public var signal: Signal<Value, Failure> {
    Signal(attach: { [multicast] in multicast.attach($0) })
  }

  /// The sending end, which keeps the subject's observers alive.
  public var observer: Observer<Value, Failure> {
    multicast.observer
  }

  /// Keeps a value and delivers it to all observers.
  @inlinable
  public func send(_ value: Value) {
    multicast.send(value)
  }

  /// Ends the stream with a failure.
  public func fail(_ failure: Failure) {
    multicast.post(.failed(failure))
  }

  /// Ends the stream in good order.
  public func complete() {
    multicast.post(.completed)
  }
}

extension ReplaySubject where Value == Void {
  /// Keeps the empty value and delivers it to all observers.
  public func send() {
    send(())
  }
}
