import Signals
import SignalsTesting
import Synchronization
import Testing

/// A clock that the test moves.
private final class HandClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Instant(offset: .seconds(5)))
  private let sleepers = Mutex(0)

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .zero }
  var sleeperCount: Int { sleepers.withLock { $0 } }

  func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    sleepers.withLock { $0 += 1 }
    defer { sleepers.withLock { $0 -= 1 } }
    while now < deadline {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}

@Suite("Scheduler of a clock")
struct ClockSchedulerTests {
  private let clock = HandClock()

  @Test("time-based operators follow the clock")
  func debounce() async throws {
    let scheduler = ClockScheduler(clock)
    #expect(scheduler.now == .zero)
    let subject = Subject<Int, Never>()
    let recorder = Recorder(subject.signal.debounce(.seconds(3600), on: scheduler))
    subject.send(1)
    subject.send(2)
    try await eventually("one timer waits", within: .seconds(600)) { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(3600))
    try await eventually(within: .seconds(600)) { recorder.takeValues() == [2] }
    #expect(scheduler.now == .seconds(3600))
    recorder.expectNothing()
  }

  @Test("a timer that is disposed of stops its sleep and runs nothing")
  func disposal() async throws {
    let scheduler = ClockScheduler(clock)
    let ran = Box<Int>()
    let timer = scheduler.schedule(after: .seconds(1)) { ran.append(1) }
    try await eventually("the timer waits", within: .seconds(600)) { clock.sleeperCount == 1 }
    timer.dispose()
    try await eventually("the sleep ends", within: .seconds(600)) { clock.sleeperCount == 0 }
    clock.advance(by: .seconds(2))
    let done = Box<Int>()
    scheduler.schedule { done.append(1) }
    try await eventually(within: .seconds(600)) { done.values == [1] }
    #expect(ran.values.isEmpty)
  }

  @Test("actions without a delay run in their order")
  func order() async throws {
    let scheduler = ClockScheduler(ContinuousClock())
    let ran = Box<Int>()
    for number in 0..<100 { scheduler.schedule { ran.append(number) } }
    try await eventually(within: .seconds(600)) { ran.values.count == 100 }
    #expect(ran.values == Array(0..<100))
  }

  @Test("a timer counts as disposed of once it has run, so whoever keeps it can let it go")
  func completion() async throws {
    let scheduler = ClockScheduler(clock)
    let timer = scheduler.schedule(after: .seconds(1)) {}
    #expect(!timer.isDisposed)
    clock.advance(by: .seconds(1))
    try await eventually(within: .seconds(600)) { timer.isDisposed }
  }

  @Test("an interval of any length can be waited for")
  func vastIntervals() {
    let vast = Duration.seconds(Int64.max) + .seconds(Int64.max)
    let schedulers: [any Scheduler] = [
      ClockScheduler(ContinuousClock()), ClockScheduler(SuspendingClock()),
      SerialScheduler(label: "vast"), .immediate,
    ]
    for scheduler in schedulers {
      for interval in [vast, .seconds(Int64.max)] {
        let timer = scheduler.schedule(after: interval) {}
        #expect(!timer.isDisposed)
        timer.dispose()
      }
    }
  }
}
