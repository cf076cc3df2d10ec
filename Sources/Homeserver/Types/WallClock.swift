import LocalSystem

/// The time of day; tests provide their own.
struct WallClock: Sendable {
  /// Milliseconds since 1970.
  var now: @Sendable () -> Int64

  static let system = WallClock(now: SystemClock.milliseconds)
}
