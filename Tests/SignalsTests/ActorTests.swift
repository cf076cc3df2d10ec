import Dispatch
import Signals
import SignalsTesting
import Testing

/// Records what it hears, and asserts its isolation.
private actor Listener {
  private(set) var heard: [String] = []
  private var subscription: (any Disposable)?

  func listen(to signal: Signal<Int, Mishap>, limit: Int = .max) {
    subscription = signal.subscribe(on: self) { actor, value in
      actor.hear("\(value)", limit)
    } failed: { actor, failure in
      actor.hear("\(failure)", limit)
    } completed: { actor in
      actor.hear("|", limit)
    }
  }

  private func hear(_ word: String, _ limit: Int) {
    preconditionIsolated()
    heard.append(word)
    if heard.count == limit { subscription?.dispose() }
  }

  func stop() {
    subscription?.dispose()
  }

  /// Occupies the actor until the semaphore is signalled.
  func work(until done: DispatchSemaphore, begun: Box<Bool>) {
    begun.append(true)
    done.wait()
  }

  var hasEnded: Bool { subscription?.isDisposed ?? true }
}

@Suite("Subscribing on an actor")
struct ActorTests {
  private let subject = Subject<Int, Mishap>()

  @Test("events arrive on the actor, in order, with the end", arguments: [true, false])
  func order(fails: Bool) async throws {
    let listener = Listener()
    await listener.listen(to: subject.signal)
    for value in 0..<1000 { subject.send(value) }
    if fails { subject.fail(.second) } else { subject.complete() }
    try await eventually(within: .seconds(600)) { await listener.hasEnded }
    #expect(await listener.heard == (0..<1000).map(String.init) + [fails ? "second" : "|"])
  }

  @Test("after disposal on the actor, nothing more is delivered there")
  func disposal() async throws {
    let listener = Listener()
    await listener.listen(to: subject.signal, limit: 3)
    for value in 0..<1000 { subject.send(value) }
    try await eventually(within: .seconds(600)) { await listener.heard.count == 3 }
    await Task.yield()
    #expect(await listener.heard == ["0", "1", "2"])
  }

  @Test("an actor is released after it has disposed of its subscription")
  func release() async throws {
    weak var trace: Listener?
    do {
      let listener = Listener()
      trace = listener
      await listener.listen(to: subject.signal)
      await listener.stop()
    }
    try await eventually(within: .seconds(600)) { trace == nil }
  }

  @Test("disposal from elsewhere ends the source at once, even while the actor is busy")
  func disposalWhileBusy() async throws {
    let listener = Listener()
    let ended = Box<Int>()
    let (done, begun) = (DispatchSemaphore(value: 0), Box<Bool>())
    let work = Task { await listener.work(until: done, begun: begun) }
    try await eventually(within: .seconds(600)) { !begun.values.isEmpty }
    let subscription = subject.signal.on(disposed: { ended.append(1) }).subscribe(on: listener) {
      _, _ in
    } failed: { _, _ in
    }
    subscription.dispose()
    #expect(ended.values == [1])
    done.signal()
    await work.value
  }
}
