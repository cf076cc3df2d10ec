import Signals
import SignalsTesting
import Testing

@Suite("Zip")
struct ZipTests {
  private let scheduler = TestScheduler()
  private let numbers = Subject<Item, Mishap>()
  private let others = Subject<Item, Mishap>()

  /// Draws the pairs of two lines; `A`, `B`, `C` are the pairs of the letters with 1, 2, 3.
  private func draw(_ letters: String, _ digits: String) -> String {
    let first = scheduler.signal(letters, failure: Mishap.first)
    let second = scheduler.signal(digits, failure: Mishap.first)
    return scheduler.draw(
      first.zip(with: second).map { "\($0)\($1)" }, values: ["A": "a1", "B": "b2", "C": "c3"]
    ).description
  }

  @Test(
    "pairs the values with the same index, and ends when a signal is exhausted",
    arguments: [
      ("-a-b-c-|", "1-2-3---|", "-A-B-C-|"),
      ("-a---b---c-|", "--1-2|", "--A--(B|)"),
      ("-ab|", "----1-2-3|", "----A-(B|)"),
      ("-a-b|", "--1----|", "--A----|"),
      ("-a-b-|", "|", "|"),
      ("|", "-1-2-|", "|"),
      ("-a-#", "----1", "---#"),
      ("-ab-c--", "----1-#", "----A-#"),
      ("(abc)-|", "-(123)-|", "-(ABC)|"),
      ("-a-b-", "-1-", "-A"),
    ])
  func lines(_ letters: String, _ digits: String, _ expected: String) {
    #expect(draw(letters, digits) == expected)
  }

  @Test("three, four and many signals send rows with the same index")
  func many() {
    let letters = ["a-b-c-|", "-a-b-c|", "--ab-|", "ab-----|"]
    let signals = letters.map { scheduler.signal($0, failure: Mishap.first) }
    let names: [Character: String] = ["A": "aaa", "B": "bbb", "C": "ccc"]
    let three = Signal<(Character, Character, Character), Mishap>
      .zip(signals[0], signals[1], signals[2])
    #expect(scheduler.draw(three.map { "\($0)\($1)\($2)" }, values: names) == "--AB-|")
    let four = Signal<(Character, Character, Character, Character), Mishap>
      .zip(signals[0], signals[1], signals[2], signals[3])
    #expect(
      scheduler.draw(four.map { "\($0)\($1)\($2)\($3)" }, values: ["A": "aaaa", "B": "bbbb"])
        == "--AB-|")
    let array = Signal<[Character], Mishap>.zip(Array(signals[0..<3]))
    #expect(scheduler.draw(array.map { String($0) }, values: names) == "--AB-|")
  }

  @Test(
    "an array of signals ends and fails like two signals",
    arguments: [
      (["-a-b|", "--a--b-"], "--A--(B|)"),
      (["-a-b#", "--a--"], "--A-#"),
      (["-ab--|", "|"], "|"),
      (["-a|"], "-A|"),
      ([], "|"),
    ])
  func arrays(_ lines: [String], _ expected: String) {
    let signals = lines.map { scheduler.signal($0, failure: Mishap.first) }
    let rows = Signal<[Character], Mishap>.zip(signals).map { $0.first ?? "?" }
    #expect(scheduler.draw(rows, values: ["A": "a", "B": "b"]).description == expected)
  }

  @Test("a signal that is exhausted at once prevents the subscription to the next one")
  func usedUp() {
    let second = scheduler.cold("-a|")
    let pairs = Signal<Character, Never>.empty.zip(with: second.signal)
    Recorder(pairs).expectCompletion()
    second.expectSubscriptions()
  }

  @Test("disposal ends both signals")
  func disposal() {
    let (first, second) = (scheduler.cold("-a-b-c"), scheduler.cold("-1-2-3"))
    let recorder = Recorder(first.signal.zip(with: second.signal).map { "\($0)\($1)" })
    scheduler.advance(by: Marbles.frame * 2)
    recorder.dispose()
    scheduler.run()
    recorder.expect("a1")
    first.expectSubscriptions("^-!")
    second.expectSubscriptions("^-!")
  }

  @Test("values sent from inside a pair form the next pair, for all in the same order")
  func reentrancy() {
    let (first, second) = (Subject<Int, Never>(), Subject<Int, Never>())
    let pairs = first.signal.zip(with: second.signal).map { "\($0)\($1)" }.share()
    let heard = Box<String>()
    let subscriptions = CompositeDisposable()
    subscriptions += pairs.subscribe { pair in
      heard.append("x\(pair)")
      guard pair == "11" else { return }
      second.send(2)
      first.send(2)
    }
    subscriptions += pairs.subscribe { heard.append("y\($0)") }
    first.send(1)
    second.send(1)
    #expect(heard.values == ["x11", "y11", "x22", "y22"])
    subscriptions.dispose()
  }

  @Test("disposal from inside a pair ends it, even if the signals are exhausted as well")
  func disposalInside() {
    let ends = Box<String>()
    let subscription = SerialDisposable()
    let (first, second) = (Subject<Int, Never>(), Subject<Int, Never>())
    subscription.inner = first.signal.zip(with: second.signal).subscribe { _ in
      ends.append("pair")
      subscription.dispose()
    } completed: {
      ends.append("completed")
    }
    first.send(1)
    first.complete()
    second.send(1)
    #expect(ends.values == ["pair"])
  }

  @Test("values are released when their pair is sent, and the waiting ones at the end")
  func release() {
    let census = Census()
    let recorder = Recorder(numbers.signal.zip(with: others.signal).map { _ in 0 })
    for number in 0..<10 { numbers.send(census.item(number)) }
    #expect(census.count == 10)
    for number in 0..<4 { others.send(census.item(number)) }
    #expect(census.count == 6)
    recorder.expect(0, 0, 0, 0)
    recorder.dispose()
    #expect(census.count == 0)
  }

  @Test("a failure releases the waiting values")
  func releaseAfterFailure() {
    let census = Census()
    let recorder = Recorder(
      Signal<[Item], Mishap>.zip([numbers.signal, others.signal]).map(\.count))
    for number in 0..<10 { numbers.send(census.item(number)) }
    others.fail(.second)
    #expect(recorder.expectFailure() == .second)
    #expect(census.count == 0)
  }
}
