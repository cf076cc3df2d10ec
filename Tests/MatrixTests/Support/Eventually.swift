import Testing

/// Waits until a condition holds that other threads bring about; fails the test after a while.
func eventually(
  within limit: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
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

/// What `eventually` throws after it recorded the failure.
struct ConditionNeverHeld: Error {}
