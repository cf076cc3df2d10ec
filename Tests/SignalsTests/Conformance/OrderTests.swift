import Signals
import SignalsTesting
import Testing

@Suite("Order of events")
struct OrderTests {
  @Test("a value sent from inside an event reaches every observer after that event")
  func reentrantSendKeepsOrder() {
    let subject = Subject<Int, Never>()
    let heard = Box<String>()
    let first = subject.signal.subscribe { value in
      heard.append("A\(value)")
      if value == 1 { subject.send(2) }
    }
    let second = subject.signal.subscribe { heard.append("B\($0)") }

    subject.send(1)

    #expect(heard.values == ["A1", "B1", "A2", "B2"])
    first.dispose()
    second.dispose()
  }

  @Test("the observer of a signal's work may send from inside an event")
  func reentrantEmitter() {
    let loop = Box<Observer<Int, Never>>()
    let heard = Box<Int>()
    let signal = Signal<Int, Never> { observer in
      loop.append(observer)
      return AnyDisposable()
    }
    let subscription = signal.subscribe { value in
      if value < 3 { loop.values[0].send(value + 1) }
      heard.append(value)
    }

    loop.values[0].send(1)

    #expect(heard.values == [1, 2, 3])
    subscription.dispose()
  }

  @Test("an observer added during a delivery receives the next event, not that one")
  func addedDuringDelivery() {
    let subject = Subject<Int, Never>()
    let heard = Box<Int>()
    let added = CompositeDisposable()
    let first = subject.signal.take(first: 1).subscribe { _ in
      added.add(subject.signal.subscribe { heard.append($0) })
    }

    subject.send(1)
    subject.send(2)

    #expect(heard.values == [2])
    #expect(first.isDisposed)
    added.dispose()
  }

  @Test("an observer added to a replaying signal during a delivery receives each event once")
  func addedDuringReplay() {
    let subject = ReplaySubject<Int, Never>(capacity: 2)
    let heard = Box<Int>()
    let added = CompositeDisposable()
    let first = subject.signal.take(first: 1).subscribe { _ in
      added.add(subject.signal.subscribe { heard.append($0) })
      subject.send(2)
    }

    subject.send(1)
    subject.send(3)

    #expect(heard.values == [1, 2, 3])
    #expect(first.isDisposed)
    added.dispose()
  }

  @Test("an observer that an earlier one disposes of receives nothing more")
  func disposedDuringDelivery() {
    let subject = Subject<Int, Never>()
    let victim = SerialDisposable()
    let heard = Box<Int>()
    let first = subject.signal.subscribe { _ in victim.dispose() }
    victim.inner = subject.signal.subscribe { heard.append($0) }

    subject.send(1)

    #expect(heard.values.isEmpty)
    first.dispose()
  }

  @Test("an observer that disposes of itself receives nothing more")
  func disposesItself() {
    let subject = Subject<Int, Never>()
    let slot = SerialDisposable()
    let heard = Box<Int>()
    slot.inner = subject.signal.subscribe { value in
      heard.append(value)
      slot.dispose()
      subject.send(value + 1)
    }

    subject.send(1)

    #expect(heard.values == [1])
  }

  /// A signal built on one subject, and the events of its observers when the first of them responds
  /// to 1 with 2 and to 2 with 3.
  struct Shape: CustomTestStringConvertible, Sendable {
    let name: String
    let expected: [Int]
    let build: @Sendable (Signal<Int, Never>) -> Signal<Int, Never>
    var testDescription: String { name }
  }

  static let shapes = [
    Shape(name: "subject", expected: [1, 2, 3]) { $0 },
    Shape(name: "share", expected: [1, 2, 3]) { $0.share() },
    Shape(name: "replay", expected: [1, 2, 3]) { $0.replay(1) },
    Shape(name: "map and filter", expected: [1, 2, 3]) { $0.map { $0 }.filter { _ in true } },
    Shape(name: "merge", expected: [1, 11, 2, 12, 3, 13]) { $0.merge(with: $0.map { $0 + 10 }) },
    Shape(name: "merge, then share", expected: [1, 11, 2, 12, 3, 13]) {
      $0.merge(with: $0.map { $0 + 10 }).share()
    },
    Shape(name: "flatMap(.merge)", expected: [1, 11, 2, 12, 3, 13]) {
      $0.flatMap(.merge) { .from([$0, $0 + 10]) }
    },
    Shape(name: "flatMap(.concat)", expected: [1, 11, 2, 12, 3, 13]) {
      $0.flatMap(.concat) { .from([$0, $0 + 10]) }
    },
    Shape(name: "flatMap(.latest)", expected: [1, 11, 2, 12, 3, 13]) {
      $0.flatMap(.latest) { .from([$0, $0 + 10]) }
    },
    Shape(name: "combineLatest", expected: [11, 21, 22, 32, 33]) {
      $0.combineLatest(with: $0).map { $0 * 10 + $1 }
    },
    Shape(name: "combineLatest, then share", expected: [11, 21, 22, 32, 33]) {
      $0.combineLatest(with: $0).map { $0 * 10 + $1 }.share()
    },
    Shape(name: "withLatest", expected: [11, 22, 33]) { source in
      source.withLatest(from: source.start(with: 0)).map { $0 + $1 * 10 }.map { $0 % 100 }
    },
    Shape(name: "take(until:)", expected: [1, 2, 3]) {
      $0.take(until: .never as Signal<Int, Never>)
    },
    Shape(name: "zip", expected: [1, 2, 3]) { $0.zip(with: $0).map(\.1) },
    Shape(name: "zip, then share", expected: [1, 2, 3]) { $0.zip(with: $0).map(\.1).share() },
    Shape(name: "multicast", expected: [1, 2, 3]) { $0.multicast().autoconnect() },
    Shape(name: "sample", expected: [1, 2, 3]) { $0.sample(on: $0) },
    Shape(name: "buffer and window", expected: [1, 2, 3]) {
      $0.window(count: 1).flatMap(.merge) { $0 }.buffer(count: 1).map { $0[0] }
    },
    Shape(name: "observe(on: .immediate)", expected: [1, 2, 3]) { $0.observe(on: .immediate) },
  ]

  @Test(
    "values sent from inside an event reach all observers in the same order",
    arguments: shapes)
  func sameOrder(_ shape: Shape) {
    let subject = Subject<Int, Never>()
    let signal = shape.build(subject.signal)
    let heard = (0..<3).map { _ in Box<Int>() }
    let sent = Box<Int>([1])
    let answer: @Sendable (Int) -> Void = { value in
      let next = sent.values.count + 1
      guard next <= 3, value % 10 == next - 1 || value / 10 == next - 1 else { return }
      sent.append(next)
      subject.send(next)
    }
    let subscriptions = CompositeDisposable([
      signal.subscribe { heard[0].append($0) },
      signal.subscribe { value in
        heard[1].append(value)
        answer(value)
      },
      signal.subscribe { heard[2].append($0) },
    ])

    subject.send(1)

    #expect(sent.values == [1, 2, 3])
    for box in heard { #expect(box.values == shape.expected) }
    subscriptions.dispose()
  }

  @Test("a subject released inside its own delivery finishes that delivery, then ends")
  func subjectGoesInside() {
    let subjects = Box<Subject<Int, Never>>([Subject()])
    let heard = Box<String>()
    let signal = subjects.values[0].signal
    let subscriptions = [
      signal.subscribe { value in
        heard.append("A\(value)")
        subjects.modify { $0.first }?.send(value + 1)
        subjects.removeAll()
      },
      signal.subscribe { heard.append("B\($0)") },
    ]
    subjects.modify { $0.first }?.send(1)

    #expect(heard.values == ["A1", "B1", "A2", "B2"])
    #expect(subscriptions.allSatisfy { $0.isDisposed })
  }

  @Test("a value sent into the other input of a shared merge comes second for all observers")
  func otherInput() {
    let first = Subject<Int, Never>()
    let second = Subject<Int, Never>()
    let merged = first.signal.merge(with: second.signal).share()
    let heard = (0..<2).map { _ in Box<Int>() }
    let subscriptions = CompositeDisposable([
      merged.subscribe { value in
        if value == 1 { second.send(2) }
        heard[0].append(value)
      },
      merged.subscribe { heard[1].append($0) },
    ])

    first.send(1)

    #expect(heard[0].values == [1, 2])
    #expect(heard[1].values == [1, 2])
    subscriptions.dispose()
  }

  @Test("a value sent from inside a synchronous signal's value comes after it")
  func insideSynchronousSignal() {
    let subject = Subject<Int, Never>()
    let heard = Box<Int>()
    let merged = Signal<Int, Never>.from([1, 2]).merge(with: subject.signal)
    let subscription = subject.signal.merge(with: merged).subscribe { value in
      if value < 10 { subject.send(value + 10) }
      heard.append(value)
    }

    #expect(heard.values == [1, 11, 2, 12])
    subscription.dispose()
  }

  @Test("an operator passes a chain of a thousand sends from inside events", arguments: Pipe.all)
  func chain(_ pipe: Pipe) {
    guard pipe.traits.contains(.relays) else { return }
    let rig = PipeRig()
    let heard = Box<Int>()
    let subscription = rig.signal(pipe).follow { [rig] item in
      guard item.number >= 0 else { return }
      if item.number < 1000 { rig.send([item.number + 1]) }
      heard.append(item.number)
    }
    rig.prime()
    rig.send([0])

    #expect(heard.values == Array(0...1000))
    subscription.dispose()
  }

  @Test("an endless sender lets other work of the scheduler run")
  func hopIsFair() {
    let scheduler = TestScheduler()
    let subject = Subject<Int, Never>()
    let heard = Box<Int>()
    let subscription = subject.signal.observe(on: scheduler).subscribe { value in
      heard.append(value)
      if value < 10_000 { subject.send(value + 1) }
    }
    subject.send(1)
    let countThen = Box<Int>()
    scheduler.schedule { countThen.append(heard.values.count) }
    scheduler.run()

    #expect(countThen.values.allSatisfy { $0 < 5000 })
    #expect(heard.values == Array(1...10_000))
    subscription.dispose()
  }
}
