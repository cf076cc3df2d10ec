import Foundation
import Testing

/// Random graphs of operators under many threads: briefly in the usual tests, or for long and under
/// the thread sanitizer with `CHATTUI_SOAK` set to `short` or `long`.
///
/// `CHATTUI_SOAK_SEED` repeats the round with that seed.
@Suite("Stress", .serialized)
struct StressTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let soak = environment["CHATTUI_SOAK"]
  private static let seed = environment["CHATTUI_SOAK_SEED"].flatMap { UInt64($0) }
  private static let length: Duration? =
    switch soak {
    case "long": .seconds(60)
    case "short": .seconds(8)
    default: nil
    }

  @Test("graphs of operators keep the contract under eight threads")
  func rounds() throws {
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    while isGoing(count, clock.now - start) {
      let seed = Self.seed ?? UInt64(count) + (Self.soak == nil ? 0 : 1000)
      count += 1
      let problems = StressRound.problems(seed: seed)
      // One report is enough; its seed reproduces the problem.
      try #require(problems.isEmpty, "CHATTUI_SOAK_SEED=\(seed): \(problems.prefix(3))")
    }
    if Self.soak != nil { print("\(count) rounds in \(clock.now - start)") }
  }

  private func isGoing(_ count: Int, _ elapsed: Duration) -> Bool {
    guard let length = Self.length else { return count < (Self.seed == nil ? 20 : 200) }
    return elapsed < length
  }
}
