import Signals
import Synchronization
import Testing

/// Counts deliveries, and those that overlap.
private final class Watch: Sendable {
  private let inside = Atomic(0)
  private let overlaps = Atomic(0)
  private let heard: [Box<Int>]

  init(senders: Int) {
    heard = (0..<senders).map { _ in Box() }
  }

  var overlapCount: Int { overlaps.load(ordering: .relaxed) }

  func values(of sender: Int) -> [Int] { heard[sender].values }

  func enter(_ value: Int) {
    if inside.add(1, ordering: .relaxed).newValue != 1 { overlaps.add(1, ordering: .relaxed) }
    heard[value / 1_000_000].append(value % 1_000_000)
    inside.subtract(1, ordering: .relaxed)
  }
}

@Suite("Threads", .serialized)
struct ThreadTests {
  private let perSender = 10_000

  private func check(
    _ watch: Watch, senders: Int, count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(watch.overlapCount == 0, sourceLocation: sourceLocation)
    for sender in 0..<senders {
      let values = watch.values(of: sender)
      #expect(values.count == count, "sender \(sender)", sourceLocation: sourceLocation)
      let isOrdered = values.elementsEqual(0..<count)
      #expect(isOrdered, "order of sender \(sender)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "two threads that send a hundred thousand values each never overlap, lose none and keep order")
  func twoSenders() async {
    let subject = Subject<Int, Never>()
    let watch = Watch(senders: 2)
    let subscription = subject.signal.subscribe { watch.enter($0) }

    await concurrently(2) { sender in
      for value in 0..<100_000 { subject.send(sender * 1_000_000 + value) }
    }

    check(watch, senders: 2, count: 100_000)
    subscription.dispose()
  }

  @Test("all observers of a subject see concurrent senders in the same order")
  func sameOrder() async {
    let subject = Subject<Int, Never>()
    let heard = (0..<3).map { _ in Box<Int>() }
    let subscriptions = CompositeDisposable(
      heard.map { box in subject.signal.subscribe { box.append($0) } })

    await concurrently(3) { sender in
      for value in 0..<perSender { subject.send(sender * 1_000_000 + value) }
    }

    #expect(heard[0].values.count == 3 * perSender)
    #expect(heard[1].values == heard[0].values)
    #expect(heard[2].values == heard[0].values)
    subscriptions.dispose()
  }

  @Test("the observer of a signal's work may be used from several threads at once")
  func emitter() async {
    let box = Box<Observer<Int, Never>>()
    let watch = Watch(senders: 4)
    let subscription = Signal<Int, Never> { observer in
      box.append(observer)
      return AnyDisposable()
    }.subscribe { watch.enter($0) }
    let observer = box.values[0]

    await concurrently(4) { sender in
      for value in 0..<perSender { observer.send(sender * 1_000_000 + value) }
    }

    check(watch, senders: 4, count: perSender)
    subscription.dispose()
  }

  @Test("all values arrive when several threads and an observer send at once")
  func sendersWhileReentrant() async {
    let subject = Subject<Int, Never>()
    let watch = Watch(senders: 4)
    let subscription = subject.signal.subscribe { value in
      if value < 1_000_000 { subject.send(value + 3_000_000) }
      watch.enter(value)
    }

    await concurrently(3) { sender in
      for value in 0..<perSender { subject.send(sender * 1_000_000 + value) }
    }

    for sender in [0, 1, 2, 3] {
      #expect(watch.values(of: sender).elementsEqual(0..<perSender))
    }
    #expect(watch.overlapCount == 0)
    subscription.dispose()
  }

  @Test("merge and flatMap serialise inputs from several threads and keep each one's order")
  func merging() async {
    let inputs = (0..<3).map { _ in Subject<Int, Never>() }
    let merged = Signal<Int, Never>.merge(inputs.map(\.signal))
    let flat = Signal<Signal<Int, Never>, Never>.from(inputs.map(\.signal)).flatMap(.merge) { $0 }
    let scheduled = merged.observe(on: .immediate)
    let until = merged.take(until: .never as Signal<Int, Never>)
    let signals = [merged, flat, scheduled, until, merged.share(), merged.replay(1)]
    let watches = signals.map { _ in Watch(senders: 3) }
    let subscriptions = CompositeDisposable(
      zip(signals, watches).map { signal, watch in signal.subscribe { watch.enter($0) } })

    await concurrently(3) { sender in
      for value in 0..<perSender { inputs[sender].send(sender * 1_000_000 + value) }
    }

    for watch in watches { check(watch, senders: 3, count: perSender) }
    subscriptions.dispose()
  }

  @Test("combineLatest, withLatest and flatMap(.latest) never overlap and end with the last values")
  func combining() async {
    let inputs = (0..<3).map { _ in Subject<Int, Never>() }
    let array = Signal<[Int], Never>.combineLatest(inputs.map(\.signal))
    let pair = inputs[0].signal.combineLatest(with: inputs[1].signal)
    let latest = inputs[0].signal.withLatest(from: inputs[1].signal)
    let flat = inputs[0].signal.flatMap(.latest) { value in
      inputs[1].signal.map { $0 + value }
    }
    let watches = (0..<4).map { _ in Watch(senders: 1) }
    let lastArray = Box<[Int]>()
    let lastPair = Box<[Int]>()
    let subscriptions = CompositeDisposable([
      array.subscribe { values in
        watches[0].enter(0)
        lastArray.modify { $0 = [values] }
      },
      pair.subscribe { values in
        watches[1].enter(0)
        lastPair.modify { $0 = [[values.0, values.1]] }
      },
      latest.subscribe { _ in watches[2].enter(0) },
      flat.subscribe { _ in watches[3].enter(0) },
    ])

    await concurrently(3) { sender in
      for value in 0..<perSender { inputs[sender].send(value) }
    }

    for watch in watches { #expect(watch.overlapCount == 0) }
    #expect(lastArray.values == [Array(repeating: perSender - 1, count: 3)])
    #expect(lastPair.values == [[perSender - 1, perSender - 1]])
    #expect(watches[0].values(of: 0).count > perSender)
    subscriptions.dispose()
  }

  @Test("zip pairs the values of two threads by index, whichever is ahead")
  func zipping() async {
    let inputs = (0..<2).map { _ in Subject<Int, Never>() }
    let pairs = Box<[Int]>()
    let watch = Watch(senders: 1)
    let subscription = inputs[0].signal.zip(with: inputs[1].signal).subscribe { pair in
      watch.enter(pair.0)
      pairs.append([pair.0, pair.1])
    }

    await concurrently(2) { sender in
      for value in 0..<perSender { inputs[sender].send(value) }
    }

    #expect(pairs.values.allSatisfy { $0[0] == $0[1] })
    check(watch, senders: 1, count: perSender)
    subscription.dispose()
  }

  @Test("no event begins on a thread after dispose has returned there")
  func disposeRace() async {
    for _ in 0..<300 {
      let subject = Subject<Int, Never>()
      let late = Box<Int>()
      let subscription = subject.signal.map { $0 }.subscribe { value in
        if value == 1 { late.append(value) }
      }
      await concurrently(2) { number in
        if number == 0 {
          for _ in 0..<50 { subject.send(0) }
        } else {
          subscription.dispose()
          subject.send(1)
        }
      }
      #expect(late.values.isEmpty)
    }
  }

  @Test("subscribing and disposing while others send neither crashes nor loses the stayers' events")
  func churn() async {
    let subject = Subject<Int, Never>()
    let watch = Watch(senders: 2)
    let stayer = subject.signal.subscribe { watch.enter($0) }

    await concurrently(4) { number in
      if number < 2 {
        for value in 0..<perSender { subject.send(number * 1_000_000 + value) }
      } else {
        for _ in 0..<2000 { subject.signal.map { $0 + 1 }.subscribe().dispose() }
      }
    }

    check(watch, senders: 2, count: perSender)
    stayer.dispose()
  }

  @Test(
    "share subscribes to its source once and releases it at the end, while subscribers come and go")
  func shareChurn() async {
    let started = Box<Int>()
    let ended = Box<Int>()
    let shared = Signal<Int, Never> { _ in
      started.append(1)
      return AnyDisposable { ended.append(1) }
    }.share()

    await concurrently(4) { _ in
      for _ in 0..<500 { shared.subscribe().dispose() }
    }

    #expect(!started.values.isEmpty)
    #expect(started.values.count == ended.values.count)
  }

  @Test("a terminal event and values that race end the stream once for every observer")
  func terminalRace() async {
    for _ in 0..<100 {
      let subject = Subject<Int, Mishap>()
      let events = (0..<3).map { _ in Box<String>() }
      for box in events {
        _ = subject.signal.map { $0 }.subscribe { _ in
          box.append("v")
        } failed: { _ in
          box.append("#")
        } completed: {
          box.append("|")
        }
      }
      await concurrently(3) { number in
        switch number {
        case 0: for value in 0..<20 { subject.send(value) }
        case 1: subject.complete()
        default: subject.fail(.first)
        }
      }
      let first = events[0].values
      #expect(first.last == "|" || first.last == "#")
      #expect(first.dropLast().allSatisfy { $0 == "v" })
      #expect(events[1].values == first)
      #expect(events[2].values == first)
    }
  }

  @Test(
    "a replaying signal sends each value once and in order to a subscriber that arrives meanwhile")
  func replayRace() async {
    for _ in 0..<100 {
      let subject = ReplaySubject<Int, Never>(capacity: 1000)
      let late = Box<Int>()
      await concurrently(2) { number in
        if number == 0 {
          for value in 0..<100 { subject.send(value) }
        } else {
          _ = subject.signal.subscribe { late.append($0) }
        }
      }
      #expect(late.values == Array(0..<100))
    }
  }
}
