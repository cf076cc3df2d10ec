import Signals
import SignalsTesting
import Testing

/// A scheduler whose first timer fires before the call that starts it has returned, as can happen
/// with a fast second thread.
private final class HastyScheduler: Scheduler {
  private let scheduler: TestScheduler
  private let isFirst = Box<Bool>([true])

  init(_ scheduler: TestScheduler) {
    self.scheduler = scheduler
  }

  var now: Duration { scheduler.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(after: .zero, action)
  }

  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let isFirst = isFirst.modify { flag in
      defer { flag = [false] }
      return flag == [true]
    }
    guard isFirst else { return scheduler.schedule(after: delay, action) }
    onThread(.main) { action() }
    return AnyDisposable()
  }
}

/// A scheduler whose timers fire although they were disposed of, as can happen when another thread
/// is about to fire them.
private struct LateScheduler: Scheduler {
  let scheduler: TestScheduler

  var now: Duration { scheduler.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(after: .zero, action)
  }

  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    scheduler.schedule(after: delay, action)
    return AnyDisposable()
  }
}

@Suite("Timers that fire too early or too late")
struct ScheduleRaceTests {
  private let scheduler = TestScheduler()

  @Test("an interval continues when its first timer fires before it is stored")
  func interval() {
    let recorder = Recorder(
      Signal.interval(.milliseconds(10), on: HastyScheduler(scheduler)).take(first: 3))
    scheduler.advance(by: .milliseconds(100))
    recorder.expect(0, 1, 2)
    recorder.expectCompletion()
  }

  @Test("retry continues when its pause ends before it is stored")
  func retry() {
    let subject = Subject<Int, Mishap>()
    let starts = Box<Int>()
    let recorder = Recorder(
      Signal<Int, Mishap>.deferred {
        starts.append(1)
        return starts.values.count == 1 ? .failed(.first) : subject.signal
      }.retry(backoff: [.milliseconds(10)], on: HastyScheduler(scheduler)))
    subject.send(1)
    recorder.expect(1)
    #expect(starts.values.count == 2)
  }

  @Test("debounce, delay and throttle lose nothing when a timer fires before it is stored")
  func others() {
    let signals: [@Sendable (Signal<Int, Mishap>, HastyScheduler) -> Signal<Int, Mishap>] = [
      { $0.debounce(.milliseconds(10), on: $1) },
      { $0.delay(.milliseconds(10), on: $1) },
      { $0.throttle(.milliseconds(10), on: $1) },
      { $0.observe(on: $1) },
    ]
    for build in signals {
      let subject = Subject<Int, Mishap>()
      let recorder = Recorder(build(subject.signal, HastyScheduler(scheduler)))
      for value in 1...3 {
        subject.send(value)
        scheduler.advance(by: .milliseconds(20))
      }
      recorder.expect(1, 2, 3)
    }
  }

  @Test("debounce and timeout ignore a timer that a later value has replaced")
  func replacedTimer() {
    let late = LateScheduler(scheduler: scheduler)
    let subject = Subject<Int, Mishap>()
    let debounced = Recorder(subject.signal.debounce(.milliseconds(10), on: late))
    let timed = Recorder(
      subject.signal.timeout(.milliseconds(10), failingWith: .second, on: late))
    subject.send(1)
    scheduler.advance(by: .milliseconds(6))
    subject.send(2)
    scheduler.advance(by: .milliseconds(6))
    debounced.expectNothing()
    timed.expect(1, 2)
    scheduler.advance(by: .milliseconds(4))
    debounced.expect(2)
    timed.expectFailure(.second)
    scheduler.run()
  }

  @Test("a timer that fires after disposal sends and starts nothing")
  func timerAfterDisposal() {
    let late = LateScheduler(scheduler: scheduler)
    let subject = Subject<Int, Mishap>()
    let heard = Box<Int>()
    let starts = Box<Int>()
    let retried = Signal<Int, Mishap>.deferred {
      starts.append(1)
      return .failed(.first)
    }.retry(backoff: [.milliseconds(1)], on: late)
    let signals = [
      subject.signal.debounce(.milliseconds(1), on: late),
      subject.signal.delay(.milliseconds(1), on: late),
      subject.signal.throttle(.milliseconds(1), on: late),
      subject.signal.timeout(.milliseconds(1), failingWith: .first, on: late),
      subject.signal.observe(on: late), subject.signal.subscribe(on: late), retried,
    ]
    let subscriptions = CompositeDisposable(
      signals.map { $0.subscribe(value: { heard.append($0) }, failed: { _ in heard.append(-1) }) })
    subject.send(1)
    subject.send(2)
    heard.removeAll()
    subscriptions.dispose()
    scheduler.run()
    #expect(heard.values.isEmpty)
    #expect(starts.values == [1])
  }
}
