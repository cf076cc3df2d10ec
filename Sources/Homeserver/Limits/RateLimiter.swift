import Synchronization

/// Lets each of many do something so often, and no more.
///
/// Each key has a bucket of permits that fills by itself. What is kept of a bucket is when it will
/// be full; full ones are not kept.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  /// So many at once, and another one after each interval.
  struct Rate: Sendable {
    let burst: Int
    /// Milliseconds.
    let interval: Int

    init(burst: Int, interval: Int) {
      precondition(burst > 0 && interval > 0, "a rate lets something pass")
      self.burst = burst
      self.interval = interval
    }

    fileprivate var width: Int64 { Int64(burst) * Int64(interval) }
  }

  private let rate: Rate
  private let clock: WallClock
  private let isEnabled: Bool
  private let capacity: Int
  /// When the buckets will be full.
  private let buckets = Mutex<[Key: Int64]>([:])

  /// - Parameters:
  ///   - isEnabled: Whether anything is limited at all.
  ///   - capacity: How many buckets are kept; the fullest ones make way.
  init(_ rate: Rate, clock: WallClock, isEnabled: Bool = true, capacity: Int = 10_000) {
    self.rate = rate
    self.clock = clock
    self.isEnabled = isEnabled
    self.capacity = capacity
  }

  /// Takes permits: all of a bucket at most, so that what needs more can pass at all.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` with the time after which there are so many.
  func take(_ key: Key, count: Int = 1) throws {
    guard isEnabled, count > 0 else { return }
    let now = clock.now()
    let cost = Int64(min(count, rate.burst)) * Int64(rate.interval)
    let wait = buckets.withLock { buckets in
      let full = fullTime(buckets[key], now) + cost
      let wait = full - now - rate.width
      if wait <= 0 { set(full, of: key, in: &buckets, now) }
      return wait
    }
    if wait > 0 { throw MatrixError.limited(retryAfter: Int(wait)) }
  }

  /// Only asks whether there is a permit.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` with the time after which there is one.
  func check(_ key: Key) throws {
    guard isEnabled else { return }
    let now = clock.now()
    let full = buckets.withLock { fullTime($0[key], now) }
    let wait = full + Int64(rate.interval) - now - rate.width
    if wait > 0 { throw MatrixError.limited(retryAfter: Int(wait)) }
  }

  /// Takes a permit if there is one.
  func spend(_ key: Key) {
    try? take(key)
  }

  /// Gives a permit back that was taken and not needed.
  func giveBack(_ key: Key) {
    guard isEnabled else { return }
    buckets.withLock { buckets in
      guard let full = buckets[key] else { return }
      buckets[key] = full - Int64(rate.interval)
    }
  }

  /// How many buckets are kept.
  var count: Int { buckets.withLock { $0.count } }

  /// When a bucket is full: not before now, and not later than an empty one would be, which a
  /// clock that was set back would else make it.
  private func fullTime(_ full: Int64?, _ now: Int64) -> Int64 {
    min(max(full ?? now, now), now + rate.width)
  }

  private func set(
    _ full: Int64, of key: Key, in buckets: inout [Key: Int64], _ now: Int64
  ) {
    buckets[key] = full
    guard buckets.count > capacity else { return }
    buckets = buckets.filter { $0.value > now }
    guard buckets.count > capacity else { return }
    for (key, _) in buckets.sorted(by: { $0.value < $1.value }).prefix(buckets.count / 2) {
      buckets[key] = nil
    }
  }
}
