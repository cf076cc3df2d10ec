/// What happens to values that arrive faster than an asynchronous reader takes them.
public enum BufferingPolicy: Sendable {
  /// All values are kept.
  case unbounded
  /// At most that many values are kept; a new one drops the oldest.
  case newest(Int)
  /// At most that many values are kept; new values are dropped while there is no room.
  case oldest(Int)
}

/// Events on their way from a signal to an asynchronous reader.
final class AsyncBuffer<Value: Sendable, Failure: Error>: Sendable {
  /// The caller that takes an event out releases it after unlocking, because a value's
  /// deinitializer may run any code.
  private struct State {
    /// Taken slots are `nil`.
    var events: [Event<Value, Failure>?] = []
    var head = 0
    var hasEnded = false
    var reader: CheckedContinuation<Event<Value, Failure>, Never>?

    /// Keeps an event and returns the one that is dropped; a terminal event always finds room.
    mutating func keep(
      _ event: Event<Value, Failure>, _ policy: BufferingPolicy
    ) -> Event<Value, Failure>? {
      var dropped: Event<Value, Failure>?
      switch policy {
      case .newest(let limit) where !event.isTerminal && events.count - head >= limit:
        dropped = take()
      case .oldest(let limit) where !event.isTerminal && events.count - head >= limit: return event
      case .unbounded, .newest, .oldest: break
      }
      events.append(event)
      return dropped
    }

    mutating func take() -> Event<Value, Failure>? {
      guard head < events.count else { return hasEnded ? .completed : nil }
      let event = events[head]
      events[head] = nil
      head += 1
      // Drops the empty slots once they make up half of the array.
      if head * 2 >= events.count {
        events.removeFirst(head)
        head = 0
      }
      return event
    }
  }

  private let state = Lock(State())
  private let policy: BufferingPolicy

  init(_ policy: BufferingPolicy) {
    if case .newest(let count) = policy { precondition(count > 0, "a buffer has room") }
    if case .oldest(let count) = policy { precondition(count > 0, "a buffer has room") }
    self.policy = policy
  }

  /// Hands the event to the waiting reader or keeps it; events after a terminal event are dropped.
  func put(_ event: Event<Value, Failure>) {
    let (reader, dropped) = state.withLock {
      state -> (CheckedContinuation<Event<Value, Failure>, Never>?, Event<Value, Failure>?) in
      guard !state.hasEnded else { return (nil, event) }
      state.hasEnded = event.isTerminal
      guard let reader = state.reader else { return (nil, state.keep(event, policy)) }
      state.reader = nil
      return (reader, nil)
    }
    reader?.resume(returning: event)
    withExtendedLifetime(dropped) {}
  }

  /// Drops what is kept and ends: the reader was cancelled.
  func cancel() {
    let (reader, dropped) = state.withLock { state in
      defer {
        state.events = []
        state.head = 0
        state.hasEnded = true
        state.reader = nil
      }
      return (state.reader, state.events)
    }
    reader?.resume(returning: .completed)
    withExtendedLifetime(dropped) {}
  }

  /// The next event; after the terminal event has been taken, always completion.
  func take(isolation actor: isolated (any Actor)?) async -> Event<Value, Failure> {
    await withCheckedContinuation(isolation: actor) { continuation in
      let event = state.withLock { state -> Event<Value, Failure>? in
        if let event = state.take() { return event }
        precondition(state.reader == nil, "an iterator of a signal's values has one reader")
        state.reader = continuation
        return nil
      }
      if let event { continuation.resume(returning: event) }
    }
  }
}
