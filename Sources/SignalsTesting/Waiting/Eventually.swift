public import Testing

/// Waits for a condition that other threads bring about.
///
/// ```swift
/// try await eventually("the server received a request") { server.requests.count == 1 }
/// ```
///
/// The condition is polled on the caller's actor, first after yielding, then after pauses of a
/// millisecond. Prefer `Recorder.next(within:)` where a signal reports the change.
///
/// - Parameters:
///   - what: The name of the condition, for the message.
///   - limit: The longest wait; generous, because a passing test never waits that long.
/// - Throws: `DeadlinePassed` after the failure was recorded, so that the test stops there.
public func eventually(
  _ what: String = "the condition", within limit: Duration = .seconds(30),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  _ = try await awaited(
    what, within: limit, isolation: isolation, sourceLocation: sourceLocation
  ) { () async throws -> Void? in
    try await condition() ? () : nil
  }
}

/// Waits until other threads produce a value, and returns it.
///
/// ```swift
/// let request = try await awaited("a request") { server.requests.first }
/// ```
///
/// - Throws: `DeadlinePassed` after the failure was recorded, or the error that `take` throws.
public func awaited<Value>(
  _ what: String, within limit: Duration = .seconds(30),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ take: () async throws -> Value?
) async throws -> Value {
  let end = ContinuousClock.now + limit
  for round in 0... {
    if let value = try await take() { return value }
    guard ContinuousClock.now < end else { break }
    try Task.checkCancellation()
    // Most waits are for work that is ready to run.
    if round < 100 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
  }
  Issue.record("\(what): not within \(limit)", sourceLocation: sourceLocation)
  throw DeadlinePassed()
}

/// The error of a wait that has failed the test.
public struct DeadlinePassed: Error, Equatable {
  init() {}
}
