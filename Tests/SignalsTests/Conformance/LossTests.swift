import Signals
import SignalsTesting
import Testing

/// A sender that is released without a terminal event ends what depends on it, without an event.
@Suite("Loss of a sender")
struct LossTests {
  /// Work that sends by closures of its own cannot pass on a loss.
  private static let pipes = Pipe.all.filter {
    !$0.traits.contains(.isEndless) && $0.name != "work that sends"
  }

  @Test(
    "every operator ends without an event when its senders are released",
    arguments: pipes)
  func table(_ pipe: Pipe) {
    var rig: PipeRig? = PipeRig()
    guard let scheduler = rig?.scheduler else { return }
    let (heard, ends) = (Box<Int>(), Box<String>())
    let subscription = rig?.signal(pipe).subscribe {
      heard.append($0.number)
    } failed: { _ in
      ends.append("failed")
    } completed: {
      ends.append("completed")
    }
    rig?.prime()
    rig?.send(0..<5)
    rig = nil
    scheduler.advance(by: .seconds(10))

    #expect(subscription?.isDisposed == true)
    #expect(ends.values.isEmpty)
    if pipe.traits.contains(.relays) { #expect(heard.values.filter { $0 >= 0 } == Array(0..<5)) }
  }

  @Test("what merges goes on with the other input, then ends without completion")
  func merge() {
    var lost: Subject<Int, Mishap>? = Subject()
    let other = Subject<Int, Mishap>()
    let recorder = Recorder(lost!.signal.merge(with: other.signal))
    lost = nil
    other.send(1)
    recorder.expect(1)
    #expect(!recorder.isDisposed)
    other.complete()
    #expect(recorder.isDisposed)
    recorder.expectNothing()
  }

  @Test("a failure of the other input still passes")
  func failure() {
    var lost: Subject<Int, Mishap>? = Subject()
    let other = Subject<Int, Mishap>()
    let recorder = Recorder(lost!.signal.combineLatest(with: other.signal).map(\.1))
    lost?.send(0)
    lost = nil
    other.send(1)
    other.fail(.second)
    recorder.expect(1)
    recorder.expectFailure(.second)
  }

  @Test(
    "values that wait for their time still arrive", arguments: ["delay", "debounce", "observe"])
  func waiting(_ name: String) {
    let scheduler = TestScheduler()
    var lost: Subject<Int, Never>? = Subject()
    let source = lost!.signal
    let signals = [
      "delay": source.delay(.seconds(1), on: scheduler),
      "debounce": source.debounce(.seconds(1), on: scheduler),
      "observe": source.observe(on: scheduler),
    ]
    let recorder = Recorder(signals[name] ?? .empty)
    lost?.send(1)
    lost = nil
    scheduler.advance(by: .seconds(1))
    recorder.expect(1)
    #expect(recorder.isDisposed)
  }

  @Test("a reader behind operators ends", .timeLimit(.minutes(1)))
  func reader() async {
    let scheduler = SerialScheduler(label: "loss")
    var lost: Subject<Int, Never>? = Subject()
    let values = lost!.signal.merge(with: lost!.signal.map { -$0 })
      .delay(.milliseconds(1), on: scheduler).observe(on: scheduler).values
    let iterator = values.makeAsyncIterator()
    lost?.send(1)
    lost = nil
    var heard: [Int] = []
    while let value = await iterator.next() { heard.append(value) }
    #expect(heard == [1, -1])
  }

  @Test("on main, the subscription ends behind the values that wait")
  @MainActor
  func main() async throws {
    var lost: Subject<Int, Never>? = Subject()
    var heard: [Int] = []
    let subscription = lost!.signal.observe(on: .main).subscribe { heard.append($0) }
    onThread(.main) { [lost] in lost?.send(1) }
    lost = nil
    #expect(!subscription.isDisposed)
    try await eventually(within: .seconds(600)) { subscription.isDisposed }
    #expect(heard == [1])
  }

  @Test("what follows a completion does not follow a loss")
  func concat() {
    var lost: Subject<Int, Mishap>? = Subject()
    let begun = Box<Int>()
    let next = Signal<Int, Mishap>.deferred {
      begun.append(1)
      return .just(2)
    }
    let recorder = Recorder(lost!.signal.concat(next).catch { _ in next }.retry(count: 2))
    lost?.send(1)
    lost = nil
    recorder.expect(1)
    #expect(recorder.isDisposed)
    #expect(begun.values.isEmpty)
  }

  @Test(
    "a lost inner signal makes room, and the whole ends with its source, without completion",
    arguments: [FlattenStrategy.concat, .concurrent(limit: 1), .first, .latest, .merge])
  func flatMap(_ strategy: FlattenStrategy) {
    var lost: Subject<Int, Mishap>? = Subject()
    let inner = lost!.signal
    let outer = Subject<Int, Mishap>()
    let recorder = Recorder(
      outer.signal.flatMap(strategy) { $0 == 0 ? inner : .just($0) })
    outer.send(0)
    lost?.send(10)
    lost = nil
    outer.send(1)
    recorder.expect(10, 1)
    outer.complete()
    #expect(recorder.isDisposed)
    // The lost inner signal is forgotten when another takes its place.
    if strategy == .latest { recorder.expectCompletion() } else { recorder.expectNothing() }
  }

  @Test("a lost runner does not win a race; when all are lost, the race ends")
  func race() {
    var lost: [Subject<Int, Mishap>] = [Subject(), Subject()]
    let winner = Subject<Int, Mishap>()
    let recorder = Recorder(.race(lost.map(\.signal) + [winner.signal]))
    let none = Recorder(.race(lost.map(\.signal)))
    let flattened = Recorder(Signal.from(lost.map(\.signal)).flatMap(.race) { $0 })
    lost.removeLast()
    #expect(!none.isDisposed && !flattened.isDisposed)
    lost = []
    #expect(none.isDisposed && flattened.isDisposed)
    #expect(!recorder.isDisposed)
    winner.send(1)
    winner.complete()
    recorder.expect(1)
    recorder.expectCompletion()
  }

  @Test("a trigger that is lost never fires")
  func trigger() {
    var lost: Subject<Void, Never>? = Subject()
    let source = Subject<Int, Never>()
    let taken = Recorder(source.signal.take(until: lost!.signal))
    let skipped = Recorder(source.signal.skip(until: lost!.signal))
    lost = nil
    source.send(1)
    source.complete()
    taken.expect(1)
    taken.expectCompletion()
    skipped.expectCompletion()
  }

  @Test("an execution whose work is lost ends like a cancelled one")
  @MainActor
  func execution() {
    var lost: Subject<Int, Never>? = Subject()
    let work = lost!.signal
    let command = Command<Void, Int, Never> { work }
    let recorder = Recorder(command.execute().signal)
    #expect(command.isExecuting.value)
    lost?.send(1)
    lost = nil
    #expect(!command.isExecuting.value)
    recorder.expect(1)
    recorder.expectCompletion()
  }

  @Test("a subject that a lost signal was forwarded to stays open")
  func forwarding() {
    var lost: Subject<Int, Never>? = Subject()
    let target = Subject<Int, Never>()
    let recorder = Recorder(target.signal)
    let heard = Box<Int>()
    let observer = Observer<Int, Never>(value: { heard.append($0) })
    _ = lost?.signal.subscribe(target.observer)
    _ = lost?.signal.subscribe(observer)
    lost = nil
    target.send(1)
    observer.send(2)
    recorder.expect(1)
    #expect(heard.values == [2])
  }
}
