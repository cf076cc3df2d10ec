import Glibc

/// A monotonic clock.
enum Clock {
  /// Nanoseconds.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  static func nanoseconds(_ seconds: Double) -> Int { Int(seconds * 1e9) }
}
