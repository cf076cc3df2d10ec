/// A signal that is driven from outside: what is sent is delivered to all observers of the moment.
///
/// Sending is safe from any thread and from inside an event. An observer that comes after the
/// terminal event hears that event at once.
public final class Subject<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let multicast = Multicast<Value, Failure>()

  /// Makes a subject without observers.
  public init() {}

  /// The stream of what is sent.
  public var signal: Signal<Value, Failure> {
    Signal(attach: { [multicast] in multicast.attach($0) })
  }

  /// The sending end, which keeps the subject's observers alive.
  public var observer: Observer<Value, Failure> {
    multicast.observer
  }

  /// Delivers a value to all observers.
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

extension Subject where Value == Void {
  /// Delivers the empty value to all observers.
  public func send() {
    send(())
  }
}

extension Multicast {
  /// The sending end; its subscription is never disposed of by the multicast.
  var observer: Observer<Value, Failure> {
    observer(subscription: CompositeDisposable())
  }

  func observer(subscription: CompositeDisposable) -> Observer<Value, Failure> {
    Observer(
      subscription: subscription,
      value: { self.send($0) },
      failed: { self.post(.failed($0)) },
      completed: { self.post(.completed) })
  }
}
