import Signals

/// The recorded events that were not asserted, and the waiters for more.
final class EventLog<Value: Sendable, Failure: Error>: Sendable {
  private struct Waiter {
    let count: Int
    let gate: Gate
  }

  private struct State {
    var events: [Event<Value, Failure>] = []
    var isFinished = false
    var waiters: [Waiter] = []

    func isReady(_ waiter: Waiter) -> Bool {
      events.count >= waiter.count || events.last?.isTerminal == true
    }

    /// Takes the waiters whose events are available.
    mutating func takeReady() -> [Waiter] {
      guard !waiters.isEmpty else { return [] }
      let ready = waiters.filter(isReady)
      waiters = waiters.filter { !isReady($0) }
      return ready
    }
  }

  private let state = Lock(State())

  var events: [Event<Value, Failure>] {
    state.withLock { $0.events }
  }

  func append(_ event: Event<Value, Failure>) {
    let ready = state.withLock { state in
      state.events.append(event)
      return state.takeReady()
    }
    for waiter in ready { waiter.gate.open() }
  }

  /// Takes events from the front.
  func take<Result>(_ body: (inout [Event<Value, Failure>]) -> Result) -> Result {
    state.withLock { body(&$0.events) }
  }

  /// Takes the remaining events, once; afterwards there are none.
  func finish() -> [Event<Value, Failure>] {
    state.withLock { state in
      guard !state.isFinished else { return [] }
      defer { state.events = [] }
      state.isFinished = true
      return state.events
    }
  }

  /// A gate that opens when that many events have arrived, or a terminal one.
  func gate(count: Int) -> Gate {
    let waiter = Waiter(count: count, gate: Gate())
    let ready = state.withLock { state in
      state.waiters.append(waiter)
      return state.takeReady()
    }
    for waiter in ready { waiter.gate.open() }
    return waiter.gate
  }
}
