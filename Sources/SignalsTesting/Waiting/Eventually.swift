public import Testing

/// Waits until a condition holds that other threads bring about.
///
/// ```swift
/// try await eventually("the server was asked") { server.requests.count == 1 }
/// ```
///
/// The condition is asked again and again on the caller's actor, first after yielding, then after
/// pauses of a millisecond. Prefer `Recorder.next(within:)` where a signal tells of the change.
///
/// - Parameters:
///   - what: What is waited for, for the message.
///   - limit: How long; generous, because a test that passes does not wait so long.
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

/// Waits until other threads have brought about a value, and returns it.
///
/// ```swift
/// let request = try await awaited("a request") { server.requests.first }
/// ```
///
/// - Throws: `DeadlinePassed` after the failure was recorded, or what `take` throws.
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

/// What a wait throws after it has failed the test.
public struct DeadlinePassed: Error, Equatable {
  init() {}
}
