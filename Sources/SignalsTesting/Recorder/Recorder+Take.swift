public import Signals
public import Testing

extension Recorder {
  /// Takes the first event, if there is one.
  public func takeNext() -> Event<Value, Failure>? {
    log.take { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Takes the first event, expects a value and returns it.
  public func takeValue(sourceLocation: SourceLocation = #_sourceLocation) -> Value? {
    let event = takeNext()
    if case .value(let value) = event { return value }
    Issue.record("expected a value, got \(text(event))", sourceLocation: sourceLocation)
    return nil
  }

  /// Takes the values up to the end or a terminal event, which stays.
  public func takeValues() -> [Value] {
    log.take { events in
      let values = events.prefix { !$0.isTerminal }
      events.removeFirst(values.count)
      return values.compactMap { event in
        if case .value(let value) = event { value } else { nil }
      }
    }
  }

  /// Drops the events recorded so far, because the test does not depend on them.
  public func skipAll() {
    log.take { $0.removeAll() }
  }

  /// Waits for the first event that was not taken, and takes it.
  ///
  /// Use it for events that other threads send; in virtual time there is nothing to wait for.
  ///
  /// - Returns: The event, or `nil` if none came in time or the task was cancelled, which fails the
  ///   test.
  public func next(
    within limit: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Event<Value, Failure>? {
    guard await log.gate(count: 1).wait(within: limit) else {
      Issue.record("no event came within \(limit)", sourceLocation: sourceLocation)
      return nil
    }
    return takeNext()
  }

  /// Waits until `count` events, or a terminal one, were recorded and not taken; takes nothing.
  ///
  /// - Returns: Whether they came in time; if not, the test has failed.
  @discardableResult
  public func wait(
    for count: Int, within limit: Duration = .seconds(30),
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    let isThere = await log.gate(count: count).wait(within: limit)
    if !isThere {
      Issue.record(
        "\(count) events did not come within \(limit), only \(text(events))",
        sourceLocation: sourceLocation)
    }
    return isThere
  }
}
