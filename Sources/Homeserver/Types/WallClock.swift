import LocalSystem

/// The time of day, which tests set themselves.
struct WallClock: Sendable {
  /// Milliseconds since 1970.
  var now: @Sendable () -> Int64

  /// The time of this machine.
  static let system = WallClock(now: SystemClock.milliseconds)
}
