public import Signals
import Synchronization
public import Testing

/// Records the events of a signal, or the values of a property, and demands that each is asserted.
///
/// Events are taken from the front by the `expect` and `take` methods. What is left when the
/// recorder goes, or at `finish()`, is a test failure.
public final class Recorder<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    var events: [Event<Value, Failure>] = []
    var isFinished = false
  }

  private let state: Mutex<State>
  private let subscription = SerialDisposable()
  private let location: SourceLocation

  /// Subscribes to `signal`.
  public init(_ signal: Signal<Value, Failure>, sourceLocation: SourceLocation = #_sourceLocation) {
    location = sourceLocation
    state = Mutex(State())
    subscription.inner = signal.subscribe { [weak self] in
      self?.append(.value($0))
    } failed: { [weak self] in
      self?.append(.failed($0))
    } completed: { [weak self] in
      self?.append(.completed)
    }
  }

  /// Observes `property`: its current value and each new one.
  @MainActor
  public init(_ property: Property<Value>, sourceLocation: SourceLocation = #_sourceLocation)
  where Failure == Never {
    location = sourceLocation
    state = Mutex(State())
    subscription.inner = property.observe { [weak self] in self?.append(.value($0)) }
  }

  deinit {
    finish()
  }

  private func append(_ event: Event<Value, Failure>) {
    state.withLock { $0.events.append(event) }
  }

  /// The events that were not taken yet.
  public var events: [Event<Value, Failure>] {
    state.withLock { $0.events }
  }

  /// Takes the first event.
  public func takeNext() -> Event<Value, Failure>? {
    state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
  }

  /// Takes the values up to the end or a terminal event, which stays.
  public func takeValues() -> [Value] {
    state.withLock { state in
      let values = state.events.prefix { !$0.isTerminal }
      state.events.removeFirst(values.count)
      return values.compactMap { event in
        if case .value(let value) = event { value } else { nil }
      }
    }
  }

  /// Drops what was recorded so far: the test does not care about it.
  public func skipAll() {
    state.withLock { $0.events.removeAll() }
  }

  /// Ends the subscription; what was recorded stays to be asserted.
  public func dispose() {
    subscription.dispose()
  }

  /// Ends the subscription and fails the test when events were not asserted.
  public func finish() {
    subscription.dispose()
    let left = state.withLock { state in
      defer {
        state.isFinished = true
        state.events = []
      }
      return state.isFinished ? [] : state.events
    }
    guard !left.isEmpty else { return }
    Issue.record("recorded and not asserted: \(left)", sourceLocation: location)
  }

  /// Takes the first event, which is completion.
  public func expectCompletion(sourceLocation: SourceLocation = #_sourceLocation) {
    let event = takeNext()
    if case .completed = event { return }
    Issue.record("expected completion, got \(text(event))", sourceLocation: sourceLocation)
  }

  /// Takes the first event, which is a failure, and returns it.
  @discardableResult
  public func expectFailure(sourceLocation: SourceLocation = #_sourceLocation) -> Failure? {
    let event = takeNext()
    if case .failed(let failure) = event { return failure }
    Issue.record("expected a failure, got \(text(event))", sourceLocation: sourceLocation)
    return nil
  }

  /// Nothing has come that was not taken.
  public func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) {
    let left = events
    guard !left.isEmpty else { return }
    skipAll()
    Issue.record("expected nothing, got \(left)", sourceLocation: sourceLocation)
  }

  private func text(_ event: Event<Value, Failure>?) -> String {
    event.map { "\($0)" } ?? "nothing"
  }
}

extension Recorder where Value: Equatable {
  /// Takes the values recorded so far, which are exactly these.
  public func expect(_ values: Value..., sourceLocation: SourceLocation = #_sourceLocation) {
    let taken = takeValues()
    guard taken != values else { return }
    Issue.record("expected \(values), got \(taken)", sourceLocation: sourceLocation)
  }
}
