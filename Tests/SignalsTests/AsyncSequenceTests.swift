import Signals
import SignalsTesting
import Testing

@Suite("Signals and asynchronous sequences", .timeLimit(.minutes(1)))
struct AsyncSequenceTests {
  @Test("the elements of an asynchronous sequence become values, and its end becomes completion")
  func elements() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let signal = Signal<Int, Never>.from(stream)
    for number in 1...3 { continuation.yield(number) }
    continuation.finish()

    #expect(await signal.collect().first() == [1, 2, 3])
  }

  @Test("an error thrown by an asynchronous sequence becomes the failure")
  func failure() async {
    let source = Subject<Int, Mishap>()
    let signal = Signal<Int, Mishap>.from(source.signal.start(with: 1).values)
    let failed = ReplaySubject<Mishap, Never>(capacity: 1)
    let started = ReplaySubject<Int, Never>(capacity: 1)
    let subscription = signal.subscribe {
      started.send($0)
    } failed: {
      failed.send($0)
    }
    #expect(await started.signal.first() == 1)
    source.fail(.second)
    #expect(await failed.signal.first() == .second)
    withExtendedLifetime(subscription) {}
  }

  @Test("disposal cancels the task that reads the sequence")
  func cancels() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let cancelled = ReplaySubject<Bool, Never>(capacity: 1)
    continuation.onTermination = { reason in
      if case .cancelled = reason { cancelled.send(true) }
    }
    let heard = ReplaySubject<Int, Never>(capacity: 1)
    let subscription = Signal<Int, Never>.from(stream).subscribe { heard.send($0) }
    continuation.yield(1)
    #expect(await heard.signal.first() == 1)
    subscription.dispose()
    #expect(await cancelled.signal.first() == true)
  }

  @Test("a slow reader gets all, the newest or the oldest values, by its policy, and the end")
  func policies() async {
    #expect(await read(.unbounded) == [1, 2, 3, 4, 5])
    #expect(await read(.newest(2)) == [4, 5])
    #expect(await read(.oldest(2)) == [1, 2])
  }

  private func read(_ policy: BufferingPolicy) async -> [Int] {
    let subject = Subject<Int, Never>()
    let iterator = subject.signal.values(buffering: policy).makeAsyncIterator()
    for number in 1...5 { subject.send(number) }
    subject.complete()
    var all: [Int] = []
    while let value = await iterator.next() { all.append(value) }
    return all
  }

  @Test("a reader whose sender is released without a terminal event does not wait forever")
  func senderGone() async {
    var subject: Subject<Int, Never>? = Subject()
    let iterator = subject?.signal.values.makeAsyncIterator()
    subject?.send(1)
    #expect(await iterator?.next() == 1)
    subject = nil
    #expect(await iterator?.next() == nil)
  }

  @Test("a value that sends in its deinitializer does not block its reader", arguments: [1, 4])
  func sendsAtItsEnd(count: Int) async {
    let subject = Subject<Last, Never>()
    let iterator = subject.signal.values(buffering: .newest(count)).makeAsyncIterator()
    for number in 0..<6 { subject.send(Last(number) { subject.send(Last(-1) {}) }) }
    for _ in 0..<count { #expect(await iterator.next() != nil) }
  }

  /// Runs an action when it is released.
  private final class Last: Sendable {
    let number: Int
    private let end: @Sendable () -> Void

    init(_ number: Int, _ end: @escaping @Sendable () -> Void) {
      self.number = number
      self.end = end
    }

    deinit {
      end()
    }
  }
}
