import Synchronization

/// Limits how often something may happen for each key.
///
/// Each key has a bucket of permits that refills over time. The limiter stores the time at which a
/// bucket will be full, and forgets full buckets when it needs the space.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  private let burst: Int
  private let interval: Int
  private let clock: WallClock
  private let isEnabled: Bool
  private let capacity: Int
  /// The times at which the buckets will be full.
  private let buckets = Mutex<[Key: Int64]>([:])

  /// - Parameters:
  ///   - burst: The number of permits at once.
  ///   - interval: The milliseconds after which there is another permit.
  ///   - isEnabled: False lets everything pass.
  ///   - capacity: The number of buckets beyond which the fuller half goes.
  init(
    burst: Int, interval: Int, clock: WallClock, isEnabled: Bool = true, capacity: Int = 10_000
  ) {
    precondition(burst > 0 && interval > 0, "a rate must let something pass")
    self.burst = burst
    self.interval = interval
    self.clock = clock
    self.isEnabled = isEnabled
    self.capacity = capacity
  }

  /// The milliseconds in which an empty bucket fills up.
  private var width: Int64 { Int64(burst) * Int64(interval) }

  /// Takes permits; a request for more than a full bucket takes a full one, so that it can pass.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` with the time after which the permits are available.
  func take(_ key: Key, count: Int = 1) throws {
    guard isEnabled, count > 0 else { return }
    let now = clock.now()
    let cost = Int64(min(count, burst)) * Int64(interval)
    let wait = buckets.withLock { buckets in
      let full = fullTime(buckets[key], now) + cost
      let wait = full - now - width
      if wait <= 0 { set(full, of: key, in: &buckets, now) }
      return wait
    }
    if wait > 0 { throw MatrixError.limited(retryAfter: Int(wait)) }
  }

  /// Checks that there is a permit without taking it.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` with the time after which a permit is available.
  func check(_ key: Key) throws {
    guard isEnabled else { return }
    let now = clock.now()
    let full = buckets.withLock { fullTime($0[key], now) }
    let wait = full + Int64(interval) - now - width
    if wait > 0 { throw MatrixError.limited(retryAfter: Int(wait)) }
  }

  /// Takes a permit if there is one.
  func spend(_ key: Key) {
    try? take(key)
  }

  /// Returns a permit that was not needed.
  func giveBack(_ key: Key) {
    guard isEnabled else { return }
    buckets.withLock { buckets in
      guard let full = buckets[key] else { return }
      buckets[key] = full - Int64(interval)
    }
  }

  /// The number of stored buckets.
  var count: Int { buckets.withLock { $0.count } }

  /// The time at which a bucket is full, at least now and at most the time that an empty one takes:
  /// a clock that was set back would else lock the key out.
  private func fullTime(_ full: Int64?, _ now: Int64) -> Int64 {
    min(max(full ?? now, now), now + width)
  }

  private func set(
    _ full: Int64, of key: Key, in buckets: inout [Key: Int64], _ now: Int64
  ) {
    buckets[key] = full
    guard buckets.count > capacity else { return }
    for (key, _) in buckets.sorted(by: { $0.value < $1.value }).prefix(buckets.count / 2) {
      buckets[key] = nil
    }
  }
}
