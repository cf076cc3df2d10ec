import Dispatch

/// The machine's monotonic clock, shared by the real-time schedulers.
enum MonotonicTime {
  /// The time since the machine started.
  static var now: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// The point in Dispatch's time that is `delay` ahead.
  static func deadline(after delay: Duration) -> DispatchTime {
    let (seconds, attoseconds) = bounded(delay).components
    return .now() + .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  /// A delay that clocks can add to their time: at least none, at most a hundred years.
  static func bounded(_ delay: Duration) -> Duration {
    min(max(delay, .zero), .seconds(100 * 365 * 24 * 3600))
  }
}
