import Glibc

/// The time of day, which tests set themselves.
struct WallClock: Sendable {
  /// Milliseconds since 1970.
  var now: @Sendable () -> Int64

  /// The time of this machine.
  static let system = WallClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
