import Signals
import SignalsTesting
import Testing

@Suite("Skip and take")
struct SkipAndTakeTests {
  private let scheduler = TestScheduler()

  @Test(
    "skip(while:) drops values until the condition is false once, then stops evaluating it",
    arguments: [
      ("-a-a-b-a-|", "-----b-a-|"), ("-b-a-|", "-b-a-|"), ("-a-a-|", "-----|"), ("-a-#", "---#"),
      ("--|", "--|"),
    ])
  func skipWhile(_ line: String, _ expected: String) {
    let asked = Box<Character>()
    let source = scheduler.signal(line, failure: Mishap.first)
    let skipped = source.skip {
      asked.append($0)
      return $0 == "a"
    }
    #expect(scheduler.draw(skipped).description == expected)
    #expect(asked.values.dropLast().allSatisfy { $0 == "a" })
  }

  @Test("a condition that disposes of the subscription lets no value pass")
  func skipWhileDisposed() {
    let subject = Subject<Int, Never>()
    let slot = SerialDisposable()
    let heard = Box<Int>()
    slot.inner = subject.signal.skip { _ in
      slot.dispose()
      return false
    }.subscribe { heard.append($0) }
    subject.send(1)
    #expect(heard.values.isEmpty)
  }

  @Test(
    "skip(until:) lets values pass after the trigger has sent or completed",
    arguments: [
      ("-a-b-c-|", "--t----", "---b-c-|"), ("-a-b-c-|", "--|", "---b-c-|"),
      ("-a-b-c-|", "t", "-a-b-c-|"), ("-a-b-c-|", "--#", "--#"), ("-a-b-|", "-------t", "-----|"),
      ("-a-b-#", "--t", "---b-#"), ("-a-b-c-|", "--t-#", "---b-c-|"),
    ])
  func skipUntil(_ line: String, _ trigger: String, _ expected: String) {
    let source = scheduler.signal(line, failure: Mishap.first)
    let signal = source.skip(until: scheduler.signal(trigger, failure: Mishap.first))
    #expect(scheduler.draw(signal).description == expected)
  }

  @Test("the trigger of skip(until:) ends when it has fired, or with the source")
  func skipUntilDisposal() {
    let (source, trigger) = (scheduler.cold("-a-b-c-|"), scheduler.cold("--t--t"))
    scheduler.expectMarbles(source.signal.skip(until: trigger.signal), "---b-c-|")
    trigger.expectSubscriptions("^-!")
    let late = scheduler.cold("---------t")
    scheduler.expectMarbles(Signal<Character, Never>.empty.skip(until: late.signal), "|")
    late.expectSubscriptions("(^!)")
  }

  @Test(
    "take(last:) sends the last values on completion",
    arguments: [
      ("-a-b-c-|", 2, "-------(bc|)"), ("-a-|", 2, "---(a|)"), ("-a-b-|", 0, "-----|"),
      ("-a-b-#", 2, "-----#"), ("-|", 1, "-|"), ("-a-b-c-d|", 3, "--------(bcd|)"),
    ])
  func takeLast(_ line: String, _ count: Int, _ expected: String) {
    let source = scheduler.signal(line, failure: Mishap.first)
    #expect(scheduler.draw(source.take(last: count)).description == expected)
  }

  @Test("a disposal inside the first of the last values stops the others")
  func takeLastDisposed() {
    let heard = Box<Int>()
    let slot = SerialDisposable()
    let subject = Subject<Int, Never>()
    slot.inner = subject.signal.take(last: 3).subscribe {
      heard.append($0)
      slot.dispose()
    } completed: {
      heard.append(-1)
    }
    for number in 0..<5 { subject.send(number) }
    subject.complete()
    #expect(heard.values == [2])
  }

  @Test("combinePrevious pairs each value with the one before it")
  func combinePrevious() {
    let source = Signal<Int, Never>.from([1, 2, 3])
    let with = Recorder(source.combinePrevious(0).map { [$0, $1] })
    with.expect([0, 1], [1, 2], [2, 3])
    with.expectCompletion()
    let without = Recorder(source.combinePrevious().map { [$0, $1] })
    without.expect([1, 2], [2, 3])
    without.expectCompletion()
    let optional = Recorder(Signal<Int?, Never>.from([nil, 1]).combinePrevious().map { [$0, $1] })
    optional.expect([nil, 1])
    optional.expectCompletion()
    // Each subscription begins anew.
    let first = source.combinePrevious(9).map(\.0).take(first: 1)
    for _ in 0..<2 {
      let recorder = Recorder(first)
      recorder.expect(9)
      recorder.expectCompletion()
    }
  }

  @Test("a value sent from inside a pair is paired after it")
  func combinePreviousInside() {
    let subject = Subject<Int, Never>()
    let heard = Box<[Int]>()
    let subscription = subject.signal.combinePrevious(0).subscribe { previous, value in
      heard.append([previous, value])
      if value < 3 { subject.send(value + 1) }
    }
    subject.send(1)
    #expect(heard.values == [[0, 1], [1, 2], [2, 3]])
    subscription.dispose()
  }
}

@Suite("Repeat")
struct RepeatTests {
  private let scheduler = TestScheduler()

  @Test(
    "subscribes that many times, each time after a completion",
    arguments: [
      ("-a-|", 3, "-a--a--a-|"), ("-a-|", 1, "-a-|"), ("-a-|", 0, "|"), ("-a-#", 3, "-a-#"),
      ("(a|)", 3, "(aaa|)"), ("-a", 2, "-a"),
    ])
  func counted(_ line: String, _ count: Int, _ expected: String) {
    let source = scheduler.signal(line, failure: Mishap.first)
    #expect(scheduler.draw(source.repeat(count: count)).description == expected)
  }

  @Test("each round ends before the next begins, and the last with the disposal")
  func rounds() {
    let log = Box<String>()
    let subjects = Box<Subject<Int, Never>>()
    let source = Signal<Int, Never>.deferred {
      let subject = Subject<Int, Never>()
      subjects.append(subject)
      log.append("+")
      return subject.signal.on(disposed: { log.append("-") })
    }
    let recorder = Recorder(source.repeat())
    for number in 0..<3 {
      subjects.values[number].send(number)
      subjects.values[number].complete()
    }
    recorder.expect(0, 1, 2)
    #expect(log.values == ["+", "-", "+", "-", "+", "-", "+"])
    recorder.dispose()
    #expect(log.values.last == "-")
    #expect(subjects.values.count == 4)
  }

  @Test("an endless synchronous signal stops when it is disposed of from inside a value")
  func endless() {
    let heard = Box<Int>()
    let subscription = Signal<Int, Never>.from([1, 2]).repeat().take(first: 5)
      .subscribe { heard.append($0) }
    #expect(heard.values == [1, 2, 1, 2, 1])
    #expect(subscription.isDisposed)
  }
}
