import Synchronization
import Testing

@testable import Homeserver

@Suite("Rate limiter")
struct RateLimiterTests {
  private final class Time: Sendable {
    private let value = Mutex<Int64>(1000)
    var clock: WallClock { WallClock { [self] in value.withLock { $0 } } }
    func add(_ milliseconds: Int64) { value.withLock { $0 += milliseconds } }
  }

  private let time = Time()

  private func limiter(
    burst: Int = 3, interval: Int = 1000, isEnabled: Bool = true, capacity: Int = 100
  ) -> RateLimiter<Int> {
    RateLimiter(
      burst: burst, interval: interval, clock: time.clock, isEnabled: isEnabled, capacity: capacity)
  }

  private func wait(_ body: () throws -> Void) -> Int? {
    do {
      try body()
      return nil
    } catch {
      return (error as? MatrixError)?.retryAfter
    }
  }

  @Test("A burst passes; one more is refused with a wait, and passes after it")
  func burst() {
    let limiter = limiter()
    for _ in 0..<3 { #expect(wait { try limiter.take(1) } == nil) }
    #expect(wait { try limiter.take(1) } == 1000)
    time.add(400)
    #expect(wait { try limiter.take(1) } == 600)
    time.add(600)
    #expect(wait { try limiter.take(1) } == nil)
    #expect(wait { try limiter.take(1) } == 1000)
  }

  @Test("Several permits are taken at once, at most a full bucket")
  func several() {
    let limiter = limiter()
    #expect(wait { try limiter.take(1, count: 2) } == nil)
    #expect(wait { try limiter.take(1, count: 2) } == 1000)
    #expect(wait { try limiter.take(1, count: 0) } == nil)
    #expect(wait { try limiter.take(1, count: 100) } == 2000)
    time.add(2000)
    #expect(wait { try limiter.take(1, count: 100) } == nil)
  }

  @Test("A long pause allows no more than a burst")
  func pause() {
    let limiter = limiter()
    try? limiter.take(1)
    time.add(1_000_000)
    for _ in 0..<3 { #expect(wait { try limiter.take(1) } == nil) }
    #expect(wait { try limiter.take(1) } == 1000)
  }

  @Test("Keys do not affect each other")
  func keys() {
    let limiter = limiter(burst: 1)
    #expect(wait { try limiter.take(1) } == nil)
    #expect(wait { try limiter.take(2) } == nil)
    #expect(wait { try limiter.take(1) } == 1000)
  }

  @Test("A refusal or a check costs nothing")
  func checks() {
    let limiter = limiter(burst: 1)
    for _ in 0..<5 { #expect(wait { try limiter.check(1) } == nil) }
    #expect(wait { try limiter.take(1) } == nil)
    for _ in 0..<5 {
      #expect(wait { try limiter.take(1) } == 1000)
      #expect(wait { try limiter.check(1) } == 1000)
    }
  }

  @Test("Returned permits can be taken again, and no more than those")
  func giveBack() {
    let limiter = limiter(burst: 2)
    try? limiter.take(1)
    for _ in 0..<5 { limiter.giveBack(1) }
    #expect(wait { try limiter.take(1) } == nil)
    #expect(wait { try limiter.take(1) } == nil)
    #expect(wait { try limiter.take(1) } == 1000)
  }

  @Test("A clock that is set back makes no key wait longer than for an empty bucket")
  func clockSetBack() {
    let limiter = limiter()
    for _ in 0..<3 { try? limiter.take(1) }
    time.add(-500_000)
    #expect(wait { try limiter.take(1) } == 1000)
  }

  @Test("The number of buckets is bounded, and the emptiest ones stay")
  func capacity() {
    let limiter = limiter(capacity: 100)
    for _ in 0..<3 { try? limiter.take(-1) }
    for key in 0..<1000 { try? limiter.take(key) }
    #expect(limiter.count <= 100)
    #expect(wait { try limiter.take(-1) } == 1000)
  }

  @Test("A disabled limiter lets everything pass")
  func disabled() {
    let limiter = limiter(burst: 1, isEnabled: false)
    for _ in 0..<10 { #expect(wait { try limiter.take(1) } == nil) }
    #expect(limiter.count == 0)
  }
}
