import Signals
import SignalsTesting
import Testing

@Suite("Buffer")
struct BufferTests {
  private let scheduler = TestScheduler()
  private let names: [Character: String] = [
    "A": "a", "B": "b", "C": "c", "X": "ab", "Y": "bc", "Z": "abc", "0": "",
  ]

  private func draw(
    _ line: String, _ build: (Signal<Character, Mishap>) -> Signal<[Character], Mishap>
  ) -> String {
    let source = scheduler.signal(line, failure: Mishap.first)
    return scheduler.draw(build(source).map { String($0) }, values: names, frames: 12).description
  }

  @Test(
    "by a count: full arrays, then the rest",
    arguments: [
      ("-a-b-c-|", "---X---(C|)"), ("-a-b|", "---X|"), ("|", "|"), ("-a-b-c#", "---X--#"),
      ("-(abc)-|", "-X-(C|)"), ("-a-", ""),
    ])
  func count(_ line: String, _ expected: String) {
    #expect(draw(line) { $0.buffer(count: 2) } == expected)
  }

  @Test(
    "by time: the values of each interval, possibly none",
    arguments: [
      ("-ab-c---|", "---X--C-(0|)"), ("-a-b|", "---X(0|)"), ("a-------|", "---A--0-(0|)"),
      ("-a-bc#", "---X-#"), ("|", "(0|)"), ("----", "---0--0--0"),
    ])
  func time(_ line: String, _ expected: String) {
    #expect(draw(line) { $0.buffer(Marbles.frame * 3, on: scheduler) } == expected)
  }

  @Test(
    "by a signal: the values between its values, possibly none",
    arguments: [
      ("-a-b-c-|", "----t------|", "----X--(C|)"), ("-a-b-c-|", "----t|", "----X(C|)"),
      ("-a-b---|", "----t|", "----X(0|)"),
      ("-a-b-c-|", "t-----|", "0-----(Z|)"), ("-a-b-#", "--t----", "--A--#"),
      ("-a------", "--t-t-t", "--A-0-0"), ("-a-|", "-", "---(A|)"),
    ])
  func boundary(_ line: String, _ boundary: String, _ expected: String) {
    #expect(draw(line) { $0.buffer(until: scheduler.signal(boundary)) } == expected)
  }

  @Test("disposal ends the source, the clock and the boundary")
  func disposal() {
    let (source, boundary) = (scheduler.cold("-a-b"), scheduler.cold("-----t"))
    let recorders = [
      Recorder(source.signal.buffer(until: boundary.signal)),
      Recorder(source.signal.buffer(Marbles.frame * 3, on: scheduler)),
      Recorder(source.signal.buffer(count: 5)),
    ]
    scheduler.advance(by: Marbles.frame * 2)
    for recorder in recorders { recorder.dispose() }
    #expect(scheduler.pendingCount == 0)
    source.expectSubscriptions("^-!", "^-!", "^-!")
    boundary.expectSubscriptions("^-!")
  }

  @Test("the clock stops when the source is released without an event")
  func sourceGoes() {
    var subject: Subject<Int, Never>? = Subject()
    let recorder = subject.map { Recorder($0.signal.buffer(Marbles.frame, on: scheduler)) }
    subject?.send(1)
    scheduler.advance(by: Marbles.frame)
    recorder?.expect([1])
    subject = nil
    #expect(scheduler.pendingCount == 0)
    scheduler.run()
    recorder?.finish()
  }

  /// The second boundary waits for the first one's end, which is after both values.
  @Test("values sent from inside an array are in a later one")
  func reentrancy() {
    let (source, boundary) = (Subject<Int, Never>(), Subject<Void, Never>())
    let heard = Box<[Int]>()
    let subscriptions = CompositeDisposable()
    subscriptions += source.signal.buffer(until: boundary.signal).subscribe { values in
      heard.append(values)
      guard values == [1] else { return }
      source.send(2)
      boundary.send()
      source.send(3)
    }
    source.send(1)
    boundary.send()
    boundary.send()
    subscriptions += source.signal.buffer(count: 2).subscribe { values in
      heard.append(values)
      if values == [4, 5] { source.send(6) }
    }
    for value in [4, 5, 7] { source.send(value) }
    #expect(heard.values == [[1], [2, 3], [], [4, 5], [6, 7]])
    subscriptions.dispose()
  }

  @Test("values are released when their array is sent, and the waiting ones at the end")
  func release() {
    let census = Census()
    let source = Subject<Item, Mishap>()
    let boundary = Subject<Void, Never>()
    let builds: [(Signal<Item, Mishap>) -> Signal<[Item], Mishap>] = [
      { $0.buffer(count: 3) }, { $0.buffer(Marbles.frame, on: scheduler) },
      { $0.buffer(until: boundary.signal) },
    ]
    let counts = Box<Int>()
    let subscriptions = builds.map { build in
      build(source.signal).follow { counts.append($0.count) }
    }
    for number in 0..<3 { source.send(census.item(number)) }
    boundary.send()
    scheduler.advance(by: Marbles.frame)
    #expect(counts.values == [3, 3, 3])
    #expect(census.count == 0)
    source.send(census.item(4))
    #expect(census.count == 1)
    source.fail(.first)
    #expect(census.count == 0)
    for subscription in subscriptions { #expect(subscription.isDisposed) }
  }
}
