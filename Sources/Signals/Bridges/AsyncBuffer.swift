/// Events on their way from a signal to an asynchronous reader.
final class AsyncBuffer<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    var events: [Event<Value, Failure>] = []
    var head = 0
    var hasEnded = false
    var reader: CheckedContinuation<Event<Value, Failure>, Never>?

    mutating func take() -> Event<Value, Failure>? {
      guard head < events.count else { return hasEnded ? .completed : nil }
      let event = events[head]
      head += 1
      if head == events.count {
        events.removeAll(keepingCapacity: true)
        head = 0
      }
      return event
    }
  }

  private let state = Lock(State())

  /// Hands the event to the waiting reader or keeps it; what follows a terminal event is dropped.
  func put(_ event: Event<Value, Failure>) {
    let reader = state.withLock { state -> CheckedContinuation<Event<Value, Failure>, Never>? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = event.isTerminal
      guard let reader = state.reader else {
        state.events.append(event)
        return nil
      }
      state.reader = nil
      return reader
    }
    reader?.resume(returning: event)
  }

  /// The next event; after a terminal event has been taken, completion again and again.
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
