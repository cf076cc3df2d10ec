import Dispatch
import Signals
import Synchronization
import Testing

/// Runs blocks on threads of their own at the same time and waits for all.
func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup { group in
    for number in 0..<count {
      group.addTask {
        await withCheckedContinuation { continuation in
          DispatchQueue(label: "test-\(number)").async {
            body(number)
            continuation.resume()
          }
        }
      }
    }
  }
}

/// Counts deliveries, and those that overlap.
private final class Watch: Sendable {
  private let inside = Atomic(0)
  private let overlaps = Atomic(0)
  let heard = Mutex<[[Int]]>([[], [], [], []])

  var overlapCount: Int { overlaps.load(ordering: .relaxed) }

  func enter(_ value: Int) {
    if inside.add(1, ordering: .acquiringAndReleasing).newValue != 1 {
      overlaps.add(1, ordering: .relaxed)
    }
    heard.withLock { $0[value / 1_000_000].append(value % 1_000_000) }
    inside.subtract(1, ordering: .acquiringAndReleasing)
  }
}

@Suite("Threads", .serialized)
struct ThreadTests {
  private let perSender = 20_000

  private func check(_ watch: Watch, senders: Int) {
    #expect(watch.overlapCount == 0)
    let heard = watch.heard.withLock { $0 }
    for sender in 0..<senders {
      #expect(heard[sender].count == perSender)
      #expect(heard[sender] == Array(0..<perSender), "order of sender \(sender)")
    }
  }

  @Test("a subject serialises concurrent senders, keeps each one's order and loses nothing")
  func subject() async {
    let subject = Subject<Int, Never>()
    let watch = Watch()
    let subscription = subject.signal.subscribe { watch.enter($0) }

    await concurrently(4) { sender in
      for value in 0..<perSender { subject.send(sender * 1_000_000 + value) }
    }

    check(watch, senders: 4)
    subscription.dispose()
  }

  @Test("the observer of a signal's work may be used from several threads at once")
  func emitter() async {
    let box = Box<Observer<Int, Never>>()
    let watch = Watch()
    let subscription = Signal<Int, Never> { observer in
      box.append(observer)
      return AnyDisposable()
    }.subscribe { watch.enter($0) }
    let observer = box.values[0]

    await concurrently(4) { sender in
      for value in 0..<perSender { observer.send(sender * 1_000_000 + value) }
    }

    check(watch, senders: 4)
    subscription.dispose()
  }

  @Test("merge, combineLatest and flatMap serialise inputs from several threads")
  func operators() async {
    let inputs = (0..<3).map { _ in Subject<Int, Never>() }
    let watch = Watch()
    let merged = Signal<Int, Never>.merge(inputs.map(\.signal))
    let flat = inputs[0].signal.flatMap(.latest) { value in
      inputs[1].signal.map { $0 + value }
    }
    let combined = Signal<[Int], Never>.combineLatest(inputs.map(\.signal))
    let flatWatch = Watch()
    let combinedWatch = Watch()
    let subscriptions = CompositeDisposable([
      merged.subscribe { watch.enter($0) },
      flat.subscribe { _ in flatWatch.enter(0) },
      combined.subscribe { _ in combinedWatch.enter(0) },
    ])

    await concurrently(3) { sender in
      for value in 0..<perSender { inputs[sender].send(sender * 1_000_000 + value) }
    }

    check(watch, senders: 3)
    #expect(flatWatch.overlapCount == 0)
    #expect(combinedWatch.overlapCount == 0)
    #expect(combinedWatch.heard.withLock { $0[0].count } > perSender)
    subscriptions.dispose()
  }

  @Test("no event begins on a thread after dispose returned there")
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
    let watch = Watch()
    let stayer = subject.signal.subscribe { watch.enter($0) }

    await concurrently(4) { number in
      if number < 2 {
        for value in 0..<perSender { subject.send(number * 1_000_000 + value) }
      } else {
        for _ in 0..<2000 { subject.signal.map { $0 + 1 }.subscribe().dispose() }
      }
    }

    check(watch, senders: 2)
    stayer.dispose()
  }

  @Test("share subscribes to its source once and lets go at the end, whoever comes and goes")
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
}
