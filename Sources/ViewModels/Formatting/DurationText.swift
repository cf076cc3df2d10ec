import Models

/// Durations as text.
nonisolated enum DurationText {
  /// "8 s", "3 min", "2 h": rounded up, so that nobody retries too early.
  static func text(_ duration: Duration) -> String {
    let (whole, rest) = duration.components
    let seconds = max(0, whole + (rest > 0 ? 1 : 0))
    if seconds < 120 { return "\(seconds) s" }
    if seconds < 7200 { return "\((seconds + 59) / 60) min" }
    return "\((seconds + 3599) / 3600) h"
  }

  /// "just now", "3 min ago", "2 h ago".
  static func age(of time: Timestamp, now: Timestamp) -> String {
    let seconds = max(0, now.milliseconds.subtractingClamped(time.milliseconds) / 1000)
    switch seconds {
    case ..<60: return "just now"
    case ..<3600: return "\(seconds / 60) min ago"
    case ..<86_400: return "\(seconds / 3600) h ago"
    default: return "\(seconds / 86_400) d ago"
    }
  }

  /// For how long the words of an age stay right.
  static func restOfAge(of time: Timestamp, now: Timestamp) -> Duration {
    let age = max(0, now.milliseconds.subtractingClamped(time.milliseconds))
    let unit: Int64 =
      switch age {
      case ..<3_600_000: 60_000
      case ..<86_400_000: 3_600_000
      default: 86_400_000
      }
    return .milliseconds(unit - age % unit)
  }
}

nonisolated extension Int64 {
  /// The difference, or the nearest value when it overflows.
  func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    guard overflow else { return difference }
    return self < other ? .min : .max
  }
}
