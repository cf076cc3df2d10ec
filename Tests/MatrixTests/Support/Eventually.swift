import Testing

/// Waits for a condition that other threads bring about; fails the test after a timeout.
func eventually(
  within limit: Duration = .seconds(100), isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while !(await condition()) {
    if ContinuousClock.now >= end {
      Issue.record("the condition did not come true", sourceLocation: sourceLocation)
      throw ConditionNeverHeld()
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// Waits until `take` returns a value; fails the test after a timeout, so that a broken program
/// never hangs it.
func awaited<Value>(
  _ what: String, within limit: Duration = .seconds(100),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ take: () -> Value?
) async throws -> Value {
  let end = ContinuousClock.now + limit
  for round in 0... {
    if let value = take() { return value }
    if ContinuousClock.now >= end { break }
    try Task.checkCancellation()
    // Most waits are for work that is ready to run.
    if round < 100 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
  }
  Issue.record("there was no \(what)", sourceLocation: sourceLocation)
  throw ConditionNeverHeld()
}

/// Thrown by `eventually` and `awaited` after they have recorded the failure.
struct ConditionNeverHeld: Error {}
