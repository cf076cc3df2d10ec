import Dispatch
import Signals
import Testing

/// Delays its end: the first call waits for a signal before it has an effect.
private final class Hesitant: Disposable {
  let isAsked = DispatchSemaphore(value: 0)
  let mayGoOn = DispatchSemaphore(value: 0)
  private let calls = Box<Int>()
  private let ended = Box<Int>()

  var isDisposed: Bool { !ended.values.isEmpty }

  func dispose() {
    if calls.modify({ calls in
      calls.append(1)
      return calls.count == 1
    }) {
      isAsked.signal()
      mayGoOn.wait()
    }
    ended.append(1)
  }
}

/// Starts on the test's request, with a disposable that the test chooses.
private final class HeldStart: Scheduler {
  private let handle: any Disposable
  private let actions = Box<@Sendable () -> Void>()

  init(_ handle: any Disposable) { self.handle = handle }

  func start() { for action in actions.values { action() } }

  var now: Duration { .zero }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    actions.append(action)
    return handle
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(action)
  }
}

@Suite("Disposal by two threads", .timeLimit(.minutes(1)))
struct DisposalByTwoTests {
  /// Holds one thread inside `dispose()` while another one disposes and returns.
  private func overtake(_ hesitant: Hesitant, _ disposable: any Disposable) {
    let first = OwnThread { disposable.dispose() }
    hesitant.isAsked.wait()
    disposable.dispose()
    #expect(hesitant.isDisposed)
    hesitant.mayGoOn.signal()
    first.join()
  }

  @Test("when the second caller of a serial disposable returns, the inner one has ended")
  func serial() {
    let hesitant = Hesitant()
    let slot = SerialDisposable()
    slot.inner = hesitant

    overtake(hesitant, slot)
    #expect(slot.inner == nil)
  }

  @Test("when the second caller of a composite returns, all entries have ended")
  func composite() {
    let hesitant = Hesitant()
    let subject = Subject<Int, Never>()
    let values = Box<Int>()
    let subscription = subject.signal.subscribe { values.append($0) }
    let composite = CompositeDisposable([hesitant, subscription])

    let first = OwnThread { composite.dispose() }
    hesitant.isAsked.wait()
    composite.dispose()
    subject.send(1)
    #expect(hesitant.isDisposed)
    #expect(values.values.isEmpty)
    hesitant.mayGoOn.signal()
    first.join()
  }

  @Test("an entry is ended with its composite while ended entries are being dropped")
  func pruning() {
    /// Reports that it is alive, slowly the first time.
    final class Slow: Disposable {
      let isAsked = DispatchSemaphore(value: 0)
      let mayGoOn = DispatchSemaphore(value: 0)
      private let asked = Box<Int>()
      private let inner = AnyDisposable()
      var hasEnded: Bool { inner.isDisposed }
      var isDisposed: Bool {
        if asked.modify({ asked in
          asked.append(1)
          return asked.count == 1
        }) {
          isAsked.signal()
          mayGoOn.wait()
        }
        return inner.isDisposed
      }
      func dispose() { inner.dispose() }
    }
    let slow = Slow()
    let last = AnyDisposable()
    let composite = CompositeDisposable([slow])
    let adder = OwnThread {
      for _ in 0..<14 { composite.add(AnyDisposable()) }
      composite.add(last)
    }
    slow.isAsked.wait()
    composite.dispose()
    #expect(slow.hasEnded)
    #expect(last.isDisposed)
    slow.mayGoOn.signal()
    adder.join()
  }

  @Test(
    "when the second caller of a subscription returns, nothing more is delivered",
    arguments: Pipe.all)
  func subscription(_ pipe: Pipe) {
    let rig = PipeRig()
    let hesitant = Hesitant()
    let heard = Box<String>()
    // Disposal reaches the start of the pipe first, so everything after it is still in place then.
    let starter = HeldStart(hesitant)
    let subscription = rig.signal(pipe).subscribe(on: starter).subscribe { _ in
      heard.append("a value")
    } failed: { _ in
      heard.append("a failure")
    } completed: {
      heard.append("completion")
    }
    starter.start()
    rig.prime()

    let first = OwnThread { subscription.dispose() }
    hesitant.isAsked.wait()
    subscription.dispose()
    heard.modify { $0 = [] }
    rig.send(1...5)
    rig.pass()
    rig.completeAll()
    #expect(heard.values == [])
    hesitant.mayGoOn.signal()
    first.join()
  }

  @Test("disposables that end each other end, and in order")
  func mutual() {
    let order = Box<Int>()
    let left = CompositeDisposable()
    let right = CompositeDisposable()
    left.add(AnyDisposable { order.append(1) })
    left.add(right)
    left.add(AnyDisposable { order.append(3) })
    right.add(left)
    right.add(AnyDisposable { order.append(2) })
    let slot = SerialDisposable()
    slot.inner = left
    right.add(slot)

    slot.dispose()
    #expect(order.values == [1, 2, 3])
  }

  @Test("disposables that end each other end under many threads")
  func mutualFromThreads() {
    for _ in 0..<200 {
      let ends = Box<Int>()
      let early = Box<Int>()
      let entries = (0..<3).map { number in AnyDisposable { ends.append(number) } }
      let composites = entries.map { CompositeDisposable([$0]) }
      for number in 0..<3 { composites[number].add(composites[(number + 1) % 3]) }
      // Threads of its own: 200 rounds of tasks would wait for a turn among all other tests.
      let threads = (0..<4).map { number in
        OwnThread {
          composites[number % 3].dispose()
          if !entries[number % 3].isDisposed { early.append(number) }
        }
      }
      for thread in threads { thread.join() }
      #expect(early.values == [])
      #expect(ends.values.sorted() == [0, 1, 2])
    }
  }
}
