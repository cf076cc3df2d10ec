import Signals
import SignalsTesting
import Testing

/// A scheduler that counts the timers it starts.
private struct CountingScheduler: Scheduler {
  let scheduler: TestScheduler
  let delays = Box<Duration>()

  var now: Duration { scheduler.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduler.schedule(action)
  }

  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    delays.append(delay)
    return scheduler.schedule(after: delay, action)
  }
}

@Suite("Operators and time")
struct TimeTests {
  private let scheduler = TestScheduler()
  private let subject = Subject<Int, Mishap>()

  private func advance(_ milliseconds: Int) {
    scheduler.advance(by: .milliseconds(milliseconds))
  }

  @Test(
    "timed operators draw the lines that their documentation promises", arguments: TimedLine.all)
  func drawn(_ line: TimedLine) {
    let source = scheduler.signal(line.source, failure: Mishap.first)
    #expect(scheduler.draw(line.build(source, scheduler)).description == line.expected)
  }

  @Test("advancing the test scheduler runs due actions by time, then by order of scheduling")
  func order() {
    let log = Box<String>()
    scheduler.schedule(after: .seconds(2)) { log.append("c") }
    scheduler.schedule(after: .seconds(1)) { [scheduler] in
      log.append("a")
      scheduler.schedule { log.append("b2") }
    }
    scheduler.schedule(after: .seconds(1)) { log.append("b") }
    let dropped = scheduler.schedule(after: .seconds(1)) { log.append("never") }
    dropped.dispose()

    scheduler.advance(by: .milliseconds(999))
    #expect(log.values.isEmpty)
    scheduler.run()

    #expect(log.values == ["a", "b", "b2", "c"])
    #expect(scheduler.now == .seconds(2))
  }

  @Test("debounce sends after silence, flushes on completion and not on failure")
  func debounce() {
    let recorder = Recorder(subject.signal.debounce(.milliseconds(10), on: scheduler))
    subject.send(1)
    advance(9)
    subject.send(2)
    advance(9)
    recorder.expectNothing()
    advance(1)
    recorder.expect(2)
    subject.send(3)
    subject.complete()
    recorder.expect(3)
    recorder.expectCompletion()

    let failing = Subject<Int, Mishap>()
    let other = Recorder(failing.signal.debounce(.milliseconds(10), on: scheduler))
    failing.send(1)
    failing.fail(.first)
    scheduler.run()
    #expect(other.expectFailure() == .first)
  }

  @Test("debounce starts a timer for a burst, and another one for the rest of the silence")
  func debounceTimers() {
    let counting = CountingScheduler(scheduler: scheduler)
    let recorder = Recorder(subject.signal.debounce(.milliseconds(10), on: counting))
    for value in 1...8 {
      subject.send(value)
      advance(1)
    }
    #expect(counting.delays.values == [.milliseconds(10)])
    advance(8)
    recorder.expectNothing()
    advance(1)
    recorder.expect(8)
    #expect(counting.delays.values == [.milliseconds(10), .milliseconds(7)])
    scheduler.run()
    recorder.expectNothing()
  }

  @Test("throttle sends the first at once, then the latest per interval")
  func throttle() {
    let recorder = Recorder(subject.signal.throttle(.milliseconds(10), on: scheduler))
    subject.send(1)
    recorder.expect(1)
    advance(2)
    subject.send(2)
    subject.send(3)
    recorder.expectNothing()
    advance(8)
    recorder.expect(3)
    advance(10)
    subject.send(4)
    recorder.expect(4)
    subject.send(5)
    subject.complete()
    recorder.expect(5)
    recorder.expectCompletion()
  }

  @Test("delay shifts values and completion, not a failure")
  func delay() {
    let recorder = Recorder(subject.signal.delay(.milliseconds(10), on: scheduler))
    subject.send(1)
    advance(9)
    recorder.expectNothing()
    advance(1)
    recorder.expect(1)
    subject.send(2)
    subject.fail(.first)
    #expect(recorder.expectFailure() == .first)
    scheduler.run()
    recorder.expectNothing()
  }

  @Test("throttle sends a waiting value even if its source was released")
  func throttleSourceGone() {
    var source: Subject<Int, Never>? = Subject()
    let recorder = source.map {
      Recorder($0.signal.throttle(.milliseconds(10), on: scheduler))
    }
    source?.send(1)
    source?.send(2)
    source = nil
    scheduler.run()
    recorder?.expect(1, 2)
  }

  @Test("timeout fails at the interval unless the signal has ended, counted from each value")
  func timeout() {
    let recorder = Recorder(
      subject.signal.timeout(.milliseconds(10), failingWith: .second, on: scheduler))
    advance(9)
    subject.send(1)
    advance(9)
    recorder.expect(1)
    advance(1)
    #expect(recorder.expectFailure() == .second)

    let quick = Recorder(
      Signal<Int, Mishap>.just(1).timeout(.seconds(1), failingWith: .second, on: scheduler))
    scheduler.run()
    quick.expect(1)
    quick.expectCompletion()
  }

  @Test("timeout fails with the given failure and ends the source")
  func timeoutLeaves() {
    let left = Box<Int>()
    let recorder = Recorder(
      subject.signal.on(disposed: { left.append(1) })
        .timeout(.milliseconds(10), failingWith: .second, on: scheduler))
    advance(10)
    #expect(recorder.expectFailure() == .second)
    #expect(left.values == [1])
    #expect(scheduler.pendingCount == 0)
  }

  @Test("retry waits for its pauses")
  func backoff() {
    let starts = Box<Duration>()
    let recorder = Recorder(
      Signal<Int, Mishap>.deferred { [scheduler] in
        starts.append(scheduler.now)
        return .failed(.first)
      }.retry(backoff: [.seconds(1), .seconds(2)], on: scheduler))
    scheduler.run()
    #expect(starts.values == [.zero, .seconds(1), .seconds(3)])
    #expect(recorder.expectFailure() == .first)
  }

  @Test("dispose cancels a waiting retry")
  func backoffDisposed() {
    let starts = Box<Int>()
    let subscription = Signal<Int, Mishap>.deferred {
      starts.append(1)
      return .failed(.first)
    }.retry(backoff: [.seconds(1)], on: scheduler).follow()
    subscription.dispose()
    scheduler.run()
    #expect(starts.values == [1])
    #expect(scheduler.pendingCount == 0)
  }

  @Test("a value between failures gives retry with a backoff its attempts back")
  func backoffResets() {
    let numbers = Box<Int>()
    let recorder = Recorder(
      Signal<Int, Mishap>.just(1).concat(.failed(.first))
        .retry(on: scheduler) { attempt, _ in
          numbers.append(attempt)
          return numbers.values.count < 4 ? .milliseconds(1) : nil
        })
    scheduler.run()
    #expect(numbers.values == [0, 0, 0, 0])
    recorder.expect(1, 1, 1, 1)
    #expect(recorder.expectFailure() == .first)
  }

  @Test("a timer sends once, an interval until it is disposed of")
  func timers() {
    let timer = Recorder(Signal.timer(after: .milliseconds(5), on: scheduler).map { 1 })
    let interval = Recorder(Signal.interval(.milliseconds(4), on: scheduler))
    advance(12)
    timer.expect(1)
    timer.expectCompletion()
    interval.expect(0, 1, 2)
    interval.dispose()
    #expect(scheduler.pendingCount == 0)
  }

  @Test("observe(on:) keeps the order, with one drain per burst and nothing after dispose")
  func observeOn() {
    let recorder = Recorder(subject.signal.observe(on: scheduler))
    for value in 1...3 { subject.send(value) }
    #expect(scheduler.pendingCount == 1)
    recorder.expectNothing()
    scheduler.run()
    recorder.expect(1, 2, 3)
    subject.send(4)
    recorder.dispose()
    scheduler.run()
    recorder.expectNothing()
  }

  @Test("observe(on:) delivers terminal events after the values that came before them")
  func observeOnTerminal() {
    let recorder = Recorder(subject.signal.observe(on: scheduler))
    subject.send(1)
    subject.fail(.first)
    recorder.expectNothing()
    scheduler.run()
    recorder.expect(1)
    #expect(recorder.expectFailure() == .first)
  }

  @Test("an observer behind observe(on:) that is disposed of in a drain receives nothing more")
  func observeOnDisposedInside() {
    let heard = Box<Int>()
    let slot = SerialDisposable()
    slot.inner = subject.signal.observe(on: scheduler).follow { value in
      heard.append(value)
      if value == 2 { slot.dispose() }
    }
    for value in 1...4 { subject.send(value) }
    scheduler.run()
    #expect(heard.values == [1, 2])
  }

  @Test("subscribe(on:) starts the work on the scheduler")
  func subscribeOn() {
    let recorder = Recorder(Signal<Int, Never>.just(1).subscribe(on: scheduler))
    recorder.expectNothing()
    scheduler.run()
    recorder.expect(1)
    recorder.expectCompletion()
  }

  @Test("a serial scheduler runs one action after the other", .timeLimit(.minutes(1)))
  func serialScheduler() async {
    let serial = SerialScheduler(label: "test")
    let numbers = Signal<Int, Never>.from(0..<1000).observe(on: serial).collect()
    let collected = await numbers.first()
    #expect(collected == Array(0..<1000))
    #expect(await Signal.timer(after: .milliseconds(1), on: serial).first() != nil)
  }
}
