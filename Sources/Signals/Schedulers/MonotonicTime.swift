import Dispatch

/// The machine's monotonic clock, shared by the real-time schedulers.
enum MonotonicTime {
  /// The time since the machine started.
  static var now: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// The point in Dispatch's time that is `delay` ahead.
  static func deadline(after delay: Duration) -> DispatchTime {
    let (seconds, attoseconds) = delay.components
    let limit: Int64 = 100 * 365 * 24 * 3600
    let nanoseconds = min(max(seconds, 0), limit) * 1_000_000_000 + attoseconds / 1_000_000_000
    return .now() + .nanoseconds(Int(max(nanoseconds, 0)))
  }
}
