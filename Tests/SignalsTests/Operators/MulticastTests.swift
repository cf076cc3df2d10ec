import Signals
import SignalsTesting
import Testing

@Suite("Multicast")
struct MulticastTests {
  private let scheduler = TestScheduler()

  @Test("nothing starts before connect, then all subscribers share one subscription of the source")
  func connecting() {
    let source = scheduler.cold("-a-b-|")
    let shared = source.signal.multicast()
    let early = [Recorder(shared.signal), Recorder(shared.signal)]
    scheduler.run()
    source.expectSubscriptions()

    let connection = shared.connect()
    scheduler.advance(by: Marbles.frame * 2)
    let late = Recorder(shared.signal)
    scheduler.run()
    for recorder in early {
      recorder.expect("a", "b")
      recorder.expectCompletion()
    }
    late.expect("b")
    late.expectCompletion()
    source.expectSubscriptions("^----!")
    #expect(connection.isDisposed)
  }

  @Test("a new subscriber first receives the replayed values, also after the end")
  func replaying() {
    let shared = scheduler.signal("-a-b-c-#", failure: Mishap.first).multicast(replaying: 2)
    shared.connect()
    scheduler.advance(by: Marbles.frame * 4)
    let late = Recorder(shared.signal)
    late.expect("a", "b")
    scheduler.run()
    late.expect("c")
    #expect(late.expectFailure() == .first)
    let afterwards = Recorder(shared.signal)
    afterwards.expect("b", "c")
    #expect(afterwards.expectFailure() == .first)
  }

  @Test("connecting again while it runs returns the same connection, and none after the end")
  func connectingTwice() {
    let source = scheduler.cold("-a-|")
    let shared = source.signal.multicast()
    shared.connect()
    let second = shared.connect()
    second.dispose()
    source.expectSubscriptions("(^!)")

    let over = scheduler.cold("-|")
    let ended = over.signal.multicast()
    ended.connect()
    scheduler.run()
    #expect(ended.connect().isDisposed)
    over.expectSubscriptions("^!")
    Recorder(ended.signal).expectCompletion()
  }

  @Test(
    "the end of the connection ends its subscribers without an event; the next connection restarts")
  func disconnecting() {
    let source = scheduler.cold("-a-b")
    let shared = source.signal.multicast(replaying: 1)
    let first = Recorder(shared.signal)
    let connection = shared.connect()
    scheduler.advance(by: Marbles.frame * 2)
    connection.dispose()
    first.expect("a")
    #expect(first.isDisposed)

    let second = Recorder(shared.signal)
    #expect(!second.isDisposed)
    shared.connect()
    scheduler.run()
    second.expect("a", "b")
    source.expectSubscriptions("^-!", "--^")
  }

  @Test("autoconnect starts with the first subscriber and continues when all leave")
  func autoconnecting() {
    let source = scheduler.cold("-a-b-c|")
    let shared = source.signal.multicast()
    let signal = shared.autoconnect()
    scheduler.run()
    source.expectSubscriptions()

    let first = Recorder(signal)
    scheduler.advance(by: Marbles.frame * 2)
    first.expect("a")
    first.dispose()
    scheduler.advance(by: Marbles.frame * 2)
    let second = Recorder(signal)
    scheduler.run()
    second.expect("c")
    second.expectCompletion()
    source.expectSubscriptions("^-----!")
  }

  @Test("a source that sends at once reaches the subscriber that connects it")
  func synchronous() {
    let recorder = Recorder(Signal<Int, Never>.from([1, 2]).multicast().autoconnect())
    recorder.expect(1, 2)
    recorder.expectCompletion()
  }

  @Test("connecting, sending and leaving from inside an event keep one order for all")
  func reentrancy() {
    let subject = Subject<Int, Never>()
    let shared = subject.signal.multicast()
    let heard = Box<String>()
    let second = SerialDisposable()
    let first = shared.signal.subscribe { value in
      heard.append("x\(value)")
      shared.connect()
      if value == 1 { subject.send(2) }
      if value == 2 { second.dispose() }
    }
    second.inner = shared.signal.subscribe { heard.append("y\($0)") }
    shared.connect()
    subject.send(1)
    #expect(heard.values == ["x1", "y1", "x2"])
    first.dispose()
  }

  @Test("disposing of the connection from inside a value is the end for all")
  func disconnectingInside() {
    let subject = Subject<Int, Never>()
    let shared = subject.signal.multicast()
    let recorder = Recorder(shared.signal.on(value: { _ in shared.connect().dispose() }))
    shared.connect()
    subject.send(1)
    subject.send(2)
    recorder.expect(1)
    #expect(recorder.isDisposed)
  }

  @Test("a source released without an event ends the subscribers without one")
  func sourceGoes() {
    var subject: Subject<Int, Never>? = Subject()
    let shared = subject?.signal.multicast()
    let recorder = shared.map { Recorder($0.signal) }
    let connection = shared?.connect()
    subject = nil
    #expect(recorder?.isDisposed == true)
    #expect(connection?.isDisposed == true)
  }

  @Test("closures are released with their subscription, values with the connection or the signal")
  func release() {
    let census = Census()
    let source = Subject<Item, Mishap>()
    var shared: ConnectableSignal<Item, Mishap>? = source.signal.multicast(replaying: 3)
    let connection = shared?.connect()
    let subscription = shared?.signal.follow { [held = census.item(-1)] _ in held.touch() }
    for number in 0..<5 { source.send(census.item(number)) }
    #expect(census.count == 4)
    subscription?.dispose()
    #expect(census.count == 3)
    connection?.dispose()
    #expect(census.count == 0)
    shared?.connect()
    source.send(census.item(6))
    source.complete()
    #expect(census.count == 1)
    shared = nil
    #expect(census.count == 0)
  }
}
