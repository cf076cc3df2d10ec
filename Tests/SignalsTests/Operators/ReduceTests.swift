import Signals
import SignalsTesting
import Testing

@Suite("Reduce")
struct ReduceTests {
  private let scheduler = TestScheduler()

  @Test(
    "sends one value on completion, and none on failure",
    arguments: [
      ("-a-b-c-|", "-------(X|)"), ("---|", "---(Y|)"), ("|", "(Y|)"), ("-a-b#", "----#"),
      ("-a-b-", "-"),
    ])
  func lines(_ line: String, _ expected: String) {
    let source = scheduler.signal(line, failure: Mishap.first)
    let drawn = scheduler.draw(
      source.reduce("s") { "\($0)\($1)" }, values: ["X": "sabc", "Y": "s"])
    #expect(drawn == Marbles(expected))
  }

  @Test("disposal ends the source, also from inside the closure")
  func disposal() {
    let subject = Subject<Int, Never>()
    let subscription = SerialDisposable()
    let seen = Box<Int>()
    subscription.inner = subject.signal.reduce(0) { sum, value in
      seen.append(value)
      if value == 2 { subscription.dispose() }
      return sum + value
    }.subscribe { _ in Issue.record("nothing is sent after disposal") }
    for value in 1...3 { subject.send(value) }
    subject.complete()
    #expect(seen.values == [1, 2])
  }

  @Test("each subscription starts over, also from inside the result of another")
  func reentrancy() {
    let sum = Signal<Int, Never>.from(1...4).reduce(0, +)
    let sums = Box<Int>()
    _ = sum.subscribe { first in
      sums.append(first)
      _ = sum.subscribe { sums.append($0) }
    }
    #expect(sums.values == [10, 10])
  }

  @Test("the value is released at the end")
  func release() {
    let census = Census()
    let source = Subject<Item, Mishap>()
    let recorder = Recorder(source.signal.reduce(census.item(0)) { $1 }.map(\.number))
    source.send(census.item(1))
    source.send(census.item(2))
    source.complete()
    recorder.expect(2)
    recorder.expectCompletion()
    #expect(census.count == 0)
  }
}
