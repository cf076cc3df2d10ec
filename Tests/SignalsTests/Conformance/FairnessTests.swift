import Dispatch
import Glibc
import Signals
import SignalsTesting
import Synchronization
import Testing

/// An observer whose first delivery waits until the test opens it.
private final class Barrier: Sendable {
  private let isEntered = Atomic(false)
  private let semaphore = DispatchSemaphore(value: 0)

  var isReached: Bool { isEntered.load(ordering: .acquiring) }

  /// Waits in the first call only.
  func pass() {
    guard !isEntered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    semaphore.wait()
  }

  func open() {
    semaphore.signal()
  }
}

/// A thread that does something again and again until it is stopped.
private final class Loop: Sendable {
  private let isStopped = Atomic(false)
  private let rounds = Atomic(0)

  var count: Int { rounds.load(ordering: .acquiring) }

  func start(_ body: @escaping @Sendable (Int) -> Void) -> OwnThread {
    OwnThread { [self] in
      while !isStopped.load(ordering: .acquiring) {
        body(count)
        rounds.add(1, ordering: .releasing)
      }
    }
  }

  func stop() {
    isStopped.store(true, ordering: .releasing)
  }

  /// Waits until the loops have begun and then made no round for a while; returns their rounds.
  static func settled(_ loops: [Loop]) async throws -> Int {
    var count: Int { loops.map(\.count).reduce(0, +) }
    try await eventually("the loops begin") { count > 200 }
    var last = 0
    while last != count {
      last = count
      try await Task.sleep(for: .milliseconds(50))
    }
    return last
  }
}

private final class Tally: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .acquiring) }

  func increment() {
    number.add(1, ordering: .acquiringAndReleasing)
  }
}

/// Spends about five microseconds.
private func work() {
  let end = DispatchTime.now().uptimeNanoseconds + 5000
  while DispatchTime.now().uptimeNanoseconds < end {}
}

@Suite("Fairness", .serialized, .timeLimit(.minutes(2)))
struct FairnessTests {
  enum Visit: CaseIterable {
    case send, subscribe
  }

  @Test("a sender is not kept by threads that subscribe and dispose for ever")
  func subscribers() async throws {
    let subject = Subject<Int, Never>()
    let heard = Tally()
    let subscription = subject.signal.subscribe { _ in heard.increment() }
    let loops = (0..<3).map { _ in Loop() }
    let threads = loops.map { $0.start { _ in subject.signal.subscribe { _ in }.dispose() } }
    try await eventually("the loops run") { loops.allSatisfy { $0.count > 1000 } }
    let before = loops.map(\.count).reduce(0, +)
    let sends = 2000
    OwnThread { for number in 0..<sends { subject.send(number) } }.join()
    let during = loops.map(\.count).reduce(0, +) - before
    // What is still queued, another thread delivers.
    try await eventually(within: .seconds(600)) { heard.count == sends }
    // While a send is kept, the loops make thousands of rounds.
    #expect(during < sends * 300, "\(during)")
    for loop in loops { loop.stop() }
    for thread in threads { thread.join() }
    subscription.dispose()
  }

  @Test("a thread is not kept by another that sends for ever", arguments: Visit.allCases)
  func visitor(_ visit: Visit) async throws {
    let subject = Subject<Int, Never>()
    let onVisitor = Tally()
    let visitor = Box<pthread_t>()
    let subscription = subject.signal.subscribe { _ in
      if visitor.values == [pthread_self()] { onVisitor.increment() }
      work()
    }
    let loop = Loop()
    let sender = loop.start { subject.send($0) }
    try await eventually("the loop sends") { loop.count > 1000 }

    let visits = 200
    OwnThread {
      visitor.append(pthread_self())
      for _ in 0..<visits {
        switch visit {
        case .send: subject.send(-1)
        case .subscribe: subject.signal.subscribe { _ in }.dispose()
        }
      }
    }.join()

    // A visit delivers its own value, and at most a full queue if the loop stalls just then.
    #expect(onVisitor.count <= visits * 300)
    loop.stop()
    sender.join()
    subscription.dispose()
  }

  @Test("senders wait when the queue is full, and nothing is lost")
  func bounded() async throws {
    let subject = Subject<Int, Never>()
    let barrier = Barrier()
    let heard = (0..<3).map { _ in Box<Int>() }
    let subscription = subject.signal.subscribe { value in
      barrier.pass()
      heard[value % 3].append(value / 3)
    }
    let holder = OwnThread { subject.send(0) }
    try await eventually("a delivery runs") { barrier.isReached }
    let loops = (1...2).map { _ in Loop() }
    let senders = loops.enumerated().map { number, loop in
      loop.start { subject.send($0 * 3 + number + 1) }
    }

    #expect(try await Loop.settled(loops) <= 300)
    for loop in loops { loop.stop() }
    barrier.open()
    for thread in senders + [holder] { thread.join() }

    #expect(heard[0].values == [0])
    for (number, loop) in loops.enumerated() {
      #expect(heard[number + 1].values == Array(0..<loop.count))
    }
    subscription.dispose()
  }

  enum Source: CaseIterable {
    case subject, work, merge
  }

  @Test("disposal frees the senders that wait", arguments: Source.allCases)
  func disposal(_ source: Source) async throws {
    let subjects = (Subject<Int, Never>(), Subject<Int, Never>())
    let observers = Box<Observer<Int, Never>>()
    let work = Signal<Int, Never> { observer in
      observers.append(observer)
      return AnyDisposable()
    }
    let signal: Signal<Int, Never> =
      switch source {
      case .subject: subjects.0.signal
      case .work: work
      case .merge: subjects.0.signal.merge(with: subjects.1.signal)
      }
    let send: @Sendable (Int) -> Void = { value in
      if source == .work { observers.values[0].send(value) } else { subjects.0.send(value) }
    }
    let sendOther: @Sendable () -> Void = {
      if source == .merge { subjects.1.send(-1) } else { send(-1) }
    }
    let barrier = Barrier()
    let subscription = signal.subscribe { _ in barrier.pass() }
    let holder = OwnThread { sendOther() }
    try await eventually("a delivery runs") { barrier.isReached }
    let loop = Loop()
    let sender = loop.start { send($0) }
    #expect(try await Loop.settled([loop]) <= 300)

    loop.stop()
    subscription.dispose()
    sender.join()

    barrier.open()
    holder.join()
  }

  @Test("the main actor never waits")
  @MainActor
  func mainActor() async throws {
    let subject = Subject<Int, Never>()
    let barrier = Barrier()
    let heard = Box<Int>()
    let subscription = subject.signal.subscribe { value in
      barrier.pass()
      heard.append(value)
    }
    let holder = OwnThread { subject.send(-1) }
    try await eventually("a delivery runs") { barrier.isReached }
    for value in 0..<10_000 { subject.send(value) }
    barrier.open()
    holder.join()
    #expect(heard.values == Array(-1..<10_000))
    subscription.dispose()
  }

  @Test("two threads that each send into what the other delivers do not wait for each other")
  func circle() async {
    let subjects = (Subject<Int, Never>(), Subject<Int, Never>())
    let (inner, reached) = (Tally(), Tally())
    @Sendable func receive(_ value: Int, _ other: Subject<Int, Never>) {
      guard value < 0 else { return inner.increment() }
      reached.increment()
      while reached.count < 2 { sched_yield() }
      for value in 0..<10_000 { other.send(value) }
    }
    let (first, second) = subjects
    let subscriptions = CompositeDisposable([
      first.signal.subscribe { receive($0, second) },
      second.signal.subscribe { receive($0, first) },
    ])

    await concurrently(2) { number in (number == 0 ? first : second).send(-1) }

    #expect(inner.count == 20_000)
    subscriptions.dispose()
  }

  @Test("an observer that sends to itself does not wait, even while others do")
  func reentrant() async throws {
    let subject = Subject<Int, Never>()
    let echoes = Box<Int>()
    let subscription = subject.signal.subscribe { value in
      if value < 0 { echoes.append(value) }
      if value % 1000 == 999 { for echo in 1...1000 { subject.send(-echo) } }
    }
    await concurrently(4) { _ in
      for value in 0..<10_000 { subject.send(value) }
    }
    #expect(echoes.values.count == 40_000)
    subscription.dispose()
  }
}
