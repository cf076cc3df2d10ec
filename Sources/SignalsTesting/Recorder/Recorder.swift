public import Signals
public import Testing

/// Records the events of a signal, or the values of a property, and requires that each is asserted.
///
/// ```swift
/// let recorder = Recorder(subject.signal.map { $0 * 2 })
/// subject.send(1)
/// recorder.expect(2)
/// subject.complete()
/// recorder.expectCompletion()
/// ```
///
/// The `expect` and `take` methods take events from the front. Events left when the recorder is
/// released, or at `finish()`, fail the test, so an unexpected value cannot be overlooked.
///
/// *Threads.* Events are recorded on whatever thread they arrive; all methods are safe from any
/// thread. `next(within:)` waits for events that another thread sends. *Disposal.* The subscription
/// ends with the recorder, at `finish()` or at `dispose()`.
public final class Recorder<Value: Sendable, Failure: Error>: Sendable {
  let log = EventLog<Value, Failure>()
  private let subscription = SerialDisposable()
  private let location: SourceLocation

  /// Subscribes to `signal`.
  public init(_ signal: Signal<Value, Failure>, sourceLocation: SourceLocation = #_sourceLocation) {
    location = sourceLocation
    let log = log
    subscription.inner = signal.subscribe(
      value: { log.append(.value($0)) }, failed: { log.append(.failed($0)) },
      completed: { log.append(.completed) })
  }

  /// Observes `property`: its current value and each new one.
  @MainActor
  public init(_ property: Property<Value>, sourceLocation: SourceLocation = #_sourceLocation)
  where Failure == Never {
    location = sourceLocation
    let log = log
    subscription.inner = property.observe { log.append(.value($0)) }
  }

  deinit {
    finish()
  }

  /// The events that were not taken yet.
  public var events: [Event<Value, Failure>] {
    log.events
  }

  /// Whether the subscription has ended: by a terminal event or by `dispose()`.
  public var isDisposed: Bool {
    subscription.isDisposed || subscription.inner?.isDisposed == true
  }

  /// Ends the subscription; recorded events must still be asserted.
  public func dispose() {
    subscription.dispose()
  }

  /// Ends the subscription and fails the test if events were not asserted.
  ///
  /// Call it at the end of a test when something else retains the recorder; otherwise the recorder
  /// calls it when it is released.
  public func finish() {
    subscription.dispose()
    let left = log.finish()
    guard !left.isEmpty else { return }
    Issue.record("recorded and not asserted: \(text(left))", sourceLocation: location)
  }

  func text(_ events: [Event<Value, Failure>]) -> String {
    events.isEmpty ? "nothing" : events.map { "\($0)" }.joined(separator: ", ")
  }

  func text(_ event: Event<Value, Failure>?) -> String {
    text(event.map { [$0] } ?? [])
  }
}
