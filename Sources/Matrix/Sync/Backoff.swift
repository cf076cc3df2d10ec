package import Controllers

/// The wait after failures: 1, 2, 4, 8, 16, then 30 seconds.
///
/// Each wait varies by a fifth, so that many clients do not all return to a recovered server at
/// once. A local server that does not start is retried after 1, 4, 16, then 60 seconds.
package struct Backoff: Sendable {
  /// A factor around 1 for each wait.
  private let jitter: @Sendable () -> Double

  /// Makes a back-off; `jitter` gives a factor around 1 for each wait.
  package init(jitter: @escaping @Sendable () -> Double = { .random(in: 0.8...1.2) }) {
    self.jitter = jitter
  }

  /// The wait after a number of consecutive failures.
  ///
  /// A time that the server requested takes precedence, within one second and ten minutes.
  package func delay(after failures: Int, _ error: RequestError) -> Duration {
    let isStart = if case .serverFailed = error.reason { true } else { false }
    if isStart || error.reason == .limited, let told = error.retryAfter {
      return min(max(told, .seconds(1)), .seconds(600))
    }
    let exponent = min(max(failures - 1, 0), 5)
    let seconds = isStart ? min(60, 1 << (2 * exponent)) : min(30, 1 << exponent)
    return .milliseconds(Int64(Double(seconds) * 1000 * jitter()))
  }
}
