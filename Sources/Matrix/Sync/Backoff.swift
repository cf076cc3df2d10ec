package import Controllers

/// How long to wait after failures: 1, 2, 4, 8, 16, then 30 seconds, give or take a fifth, so that many
/// clients of a server that comes back do not all ask at once.
///
/// A server of one's own that does not start is tried again after 1, 4, 16, then 60 seconds.
package struct Backoff: Sendable {
  /// A factor around 1 for each wait.
  private let jitter: @Sendable () -> Double

  package init(jitter: @escaping @Sendable () -> Double = { .random(in: 0.8...1.2) }) {
    self.jitter = jitter
  }

  /// The wait after so many failures in a row; as told when the server told a time, within
  /// one second and ten minutes.
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
