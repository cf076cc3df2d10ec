import Signals
import SignalsTesting
import Testing

@Suite("Test scheduler")
struct TestSchedulerTests {
  private let scheduler = TestScheduler()
  private let log = Box<String>()

  private func schedule(_ name: String, after milliseconds: Int) -> any Disposable {
    scheduler.schedule(after: .milliseconds(milliseconds)) { [log] in log.append(name) }
  }

  @Test("actions run by time, then by the order in which they were scheduled")
  func order() {
    _ = schedule("late", after: 20)
    for name in ["a", "b", "c"] { _ = schedule(name, after: 10) }
    _ = schedule("first", after: 0)
    scheduler.run()
    #expect(log.values == ["first", "a", "b", "c", "late"])
    #expect(scheduler.now == .milliseconds(20))
  }

  @Test("ten thousand actions in any order run in the right order")
  func many() {
    let numbers = Box<Int>()
    for number in 0..<10_000 {
      let due = number * 7919 % 1009
      scheduler.schedule(after: .milliseconds(due)) { numbers.append(due * 10_000 + number) }
    }
    #expect(scheduler.pendingCount == 10_000)
    scheduler.run()
    #expect(numbers.values.count == 10_000)
    #expect(numbers.values == numbers.values.sorted())
  }

  @Test("an action scheduled without delay by another one runs after those already due")
  func nested() {
    scheduler.schedule(after: .milliseconds(5)) { [scheduler, log] in
      log.append("outer")
      scheduler.schedule { log.append("inner \(scheduler.now)") }
    }
    _ = schedule("next", after: 5)
    scheduler.advance(by: .milliseconds(5))
    #expect(log.values == ["outer", "next", "inner \(Duration.milliseconds(5))"])
  }

  @Test("advance runs what is due on the way and ends at its target time")
  func advance() {
    _ = schedule("a", after: 10)
    _ = schedule("b", after: 11)
    scheduler.advance(by: .milliseconds(9))
    #expect(log.values.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(log.values == ["a"])
    scheduler.advance(to: .seconds(1))
    #expect(log.values == ["a", "b"])
    #expect(scheduler.now == .seconds(1))
  }

  @Test("an action sees the time at which it was due")
  func time() {
    scheduler.schedule(after: .milliseconds(3)) { [scheduler, log] in
      log.append("\(scheduler.now)")
    }
    scheduler.advance(to: .seconds(1))
    #expect(log.values == ["\(Duration.milliseconds(3))"])
  }

  @Test("a disposed action does not run, count, move time or retain anything")
  func disposed() {
    let leaks = LeakDetector()
    let action = {
      let probe = leaks.watch(Probe())
      return scheduler.schedule(after: .seconds(1)) { [log] in log.append("\(probe)") }
    }()
    #expect(scheduler.pendingCount == 1)
    #expect(leaks.alive == ["Probe"])
    action.dispose()
    action.dispose()
    leaks.expectAllReleased()
    #expect(action.isDisposed)
    #expect(scheduler.pendingCount == 0)
    scheduler.run()
    #expect(log.values.isEmpty)
    #expect(scheduler.now == .zero)
  }

  @Test("an action may dispose of another one of the same time")
  func disposesNext() {
    let slot = SerialDisposable()
    scheduler.schedule(after: .milliseconds(1)) { slot.dispose() }
    slot.inner = schedule("never", after: 1)
    _ = schedule("after", after: 1)
    scheduler.run()
    #expect(log.values == ["after"])
  }

  @Test("disposed actions are removed, and the others keep their order")
  func sweeps() {
    for number in 0..<1000 {
      let action = schedule("\(number)", after: 1000 - number)
      if number % 10 != 0 { action.dispose() }
    }
    #expect(scheduler.pendingCount == 100)
    scheduler.run()
    #expect(log.values == (0..<1000).reversed().filter { $0 % 10 == 0 }.map { "\($0)" })
  }

  @Test("a run has ended when nothing is pending, and an action that ran is disposed of")
  func ran() {
    let action = schedule("a", after: 1)
    #expect(!action.isDisposed)
    scheduler.run()
    #expect(action.isDisposed)
    #expect(scheduler.pendingCount == 0)
  }

  @Test("actions may be scheduled from other threads while the time moves", .timeLimit(.minutes(1)))
  func threads() async {
    let count = Box<Int>()
    await concurrently(4) { [scheduler] number in
      for step in 0..<500 {
        let action = scheduler.schedule(after: .milliseconds(step)) { count.append(number) }
        if step % 5 == 0 { action.dispose() }
        if number == 0 { scheduler.advance(by: .zero) }
      }
    }
    scheduler.run()
    #expect(scheduler.pendingCount == 0)
    #expect(count.values.count >= 4 * 400)
  }

  @Test("on the main actor an action is one batch")
  @MainActor
  func batches() {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let sums = Recorder(a.combineLatest(with: b).map { $0.0 + $0.1 })
    sums.expect(2)
    scheduler.schedule {
      MainActor.assumeIsolated {
        a.value = 2
        b.value = 2
      }
    }
    scheduler.run()
    sums.expect(4)
  }

  @Test("a scheduler that does not come to rest fails the test")
  func endless() {
    let subscription = Signal.interval(.milliseconds(1), on: scheduler).subscribe()
    withKnownIssue {
      scheduler.run(limit: 100)
    } matching: { issue in
      issue.description.contains("does not come to rest: 1 pending after 100 actions")
    }
    #expect(scheduler.now == .milliseconds(100))
    subscription.dispose()
    scheduler.run(limit: 0)
  }

  @Test("moving time backwards fails the test and changes nothing")
  func backwards() {
    scheduler.advance(to: .seconds(2))
    withKnownIssue {
      scheduler.advance(to: .seconds(1))
    } matching: { issue in
      issue.description.contains("does not go back")
    }
    #expect(scheduler.now == .seconds(2))
  }
}
