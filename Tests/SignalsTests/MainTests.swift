import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("Main scheduler", .timeLimit(.minutes(1)))
@MainActor
struct MainTests {
  @Test("the main actor is on main, other queues are not")
  func isCurrent() async {
    #expect(MainScheduler.isCurrent)
    #expect(await Task.detached { MainScheduler.isCurrent }.value == false)
    #expect(DispatchQueue(label: "other").sync { MainScheduler.isCurrent } == false)
    let block = await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume(returning: MainScheduler.isCurrent) }
    }
    #expect(block)
  }

  @Test("an event that is sent on main with nothing queued arrives in the same turn")
  func inline() {
    let subject = Subject<Int, Never>()
    var heard: [Int] = []
    let subscription = subject.signal.observe(on: .main).subscribe { heard.append($0) }
    subject.send(1)
    #expect(heard == [1])
    subscription.dispose()
    subject.send(2)
    #expect(heard == [1])
  }

  @Test("an event that is sent on main while others are queued comes after them")
  func afterQueued() async {
    let subject = Subject<Int, Never>()
    var heard: [Int] = []
    let subscription = subject.signal.observe(on: .main).subscribe { heard.append($0) }
    DispatchQueue(label: "sender").sync {
      subject.send(1)
      subject.send(2)
    }
    subject.send(3)
    #expect(heard.isEmpty)
    await turn()
    #expect(heard == [1, 2, 3])
    subscription.dispose()
  }

  @Test("what is queued when the subscription is disposed of is not delivered")
  func disposedWhileQueued() async {
    let subject = Subject<Int, Never>()
    var heard: [Int] = []
    let subscription = subject.signal.observe(on: .main).subscribe { heard.append($0) }
    DispatchQueue(label: "sender").sync { subject.send(1) }
    subscription.dispose()
    await turn()
    #expect(heard.isEmpty)
  }

  @Test("disposing inside a value on main ends the burst there and ends the source")
  func disposedInside() async {
    let subject = Subject<Int, Mishap>()
    let left = Box<Int>()
    var heard: [Int] = []
    let slot = SerialDisposable()
    slot.inner = subject.signal.on(disposed: { left.append(1) }).observe(on: .main)
      .subscribe { value in
        heard.append(value)
        if value == 2 { slot.dispose() }
      } failed: { _ in
        heard.append(-1)
      }
    DispatchQueue(label: "sender").sync {
      for value in 1...4 { subject.send(value) }
      subject.fail(.first)
    }
    await turn()
    #expect(heard == [1, 2])
    #expect(left.values == [1])
  }

  @Test("events that an observer sends on main reach all observers in the same order")
  func sameOrder() {
    let subject = Subject<Int, Never>()
    var heard: [[Int]] = [[], []]
    let subscriptions = CompositeDisposable([
      subject.signal.observe(on: .main).subscribe { value in
        if value < 3 { subject.send(value + 1) }
        heard[0].append(value)
      },
      subject.signal.observe(on: .main).subscribe { heard[1].append($0) },
    ])
    subject.send(1)
    #expect(heard == [[1, 2, 3], [1, 2, 3]])
    subscriptions.dispose()
  }

  @Test("chained events on main keep their order and do not grow the stack")
  func chained() {
    let subject = Subject<Int, Never>()
    var last = 0
    let subscription = subject.signal.observe(on: .main).subscribe { value in
      if value < 100_000 { subject.send(value + 1) }
      last = max(last, value)
    }
    subject.send(0)
    #expect(last == 100_000)
    subscription.dispose()
  }

  @Test("a burst from several threads arrives complete, each sender in order")
  func burst() async {
    let subject = Subject<Int, Never>()
    var heard: [Int] = []
    let subscription = subject.signal.observe(on: .main).subscribe { heard.append($0) }
    await concurrently(3) { sender in
      for value in 0..<5000 { subject.send(sender * 10_000 + value) }
    }
    while heard.count < 15_000 { await turn() }
    for sender in 0..<3 {
      #expect(heard.filter { $0 / 10_000 == sender } == (0..<5000).map { sender * 10_000 + $0 })
    }
    subscription.dispose()
  }

  @Test("failure and completion follow the values")
  func terminal() async {
    let signal = Signal<Int, Mishap>.from([1, 2]).concat(.failed(.first))
      .subscribe(on: SerialScheduler(label: "test"))
    var heard: [String] = []
    let subscription = await withCheckedContinuation { continuation in
      let slot = SerialDisposable()
      slot.inner = signal.observe(on: .main).subscribe { value in
        heard.append("\(value)")
      } failed: { failure in
        heard.append("\(failure)")
        continuation.resume(returning: slot)
      }
    }
    #expect(heard == ["1", "2", "first"])
    subscription.dispose()
  }

  @Test("scheduled work runs in order on main")
  func schedule() async {
    let log = Box<Int>()
    MainScheduler.main.schedule {
      MainScheduler.main.schedule { log.append(MainScheduler.isCurrent ? 2 : 0) }
      log.append(1)
    }
    while log.values.count < 2 { await turn() }
    #expect(log.values == [1, 2])
    let late = await Signal.timer(after: .milliseconds(1), on: .main).map {
      MainScheduler.isCurrent
    }.first()
    #expect(late == true)
  }

  /// Lets the main queue run its pending work.
  private func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  @Test("map, filter and compactMap behind observe(on: .main) run on main, in order, inline")
  func operators() {
    final class Model {
      var offset = 10
      var title = ""
    }
    let model = Model()
    let subject = Subject<Int, Mishap>()
    let subscription = subject.signal.observe(on: .main)
      .map { $0 + model.offset }
      .filter { $0 != model.offset + 2 }
      .compactMap { $0 < 100 ? "\($0) " : nil }
      .subscribe { text in
        model.title += text
        if text == "11 " { subject.send(3) }
      } failed: { failure in
        model.title += "\(failure)"
      }
    for value in [1, 2, 500, 4] { subject.send(value) }
    subject.fail(.second)
    #expect(model.title == "11 13 14 second")
    #expect(subscription.isDisposed)
  }

  @Test("a mapped main signal delivers nothing after disposal, and releases its closures")
  func operatorsDisposal() {
    final class Token {}
    weak var trace: Token?
    let subject = Subject<Int, Never>()
    var heard: [Int] = []
    let subscription: any Disposable
    do {
      let token = Token()
      trace = token
      subscription = subject.signal.observe(on: .main)
        .map { value in
          _ = token
          return value
        }.subscribe { heard.append($0) }
    }
    subject.send(1)
    #expect(trace != nil)
    subscription.dispose()
    subject.send(2)
    #expect(heard == [1])
    #expect(trace == nil)
  }

  @Test("an operator's closure on main that disposes of the subscription ends it there")
  func operatorsDisposalInside() {
    let subject = Subject<Int, Never>()
    let source = subject.signal.observe(on: .main)
    var heard: [Int] = []
    let slot = SerialDisposable()
    func stop() { slot.dispose() }
    let signals = [
      source.map { value in
        stop()
        return value
      },
      source.filter { _ in
        stop()
        return true
      },
      source.compactMap { value in
        stop()
        return value
      },
    ]
    for signal in signals {
      slot.inner = signal.subscribe { heard.append($0) }
      subject.send(1)
    }
    #expect(heard.isEmpty)
  }
}
