import Signals
import SignalsTesting
import Synchronization
import Testing

/// A failure for tests.
enum Mishap: Error, Equatable {
  case first
  case second
}

/// Collects values from whatever thread.
final class Box<Value: Sendable>: Sendable {
  private let content: Mutex<[Value]>

  init(_ values: [Value] = []) {
    content = Mutex(values)
  }

  var values: [Value] {
    content.withLock { $0 }
  }

  func append(_ value: Value) {
    content.withLock { $0.append(value) }
  }
}

/// Something whose end a test can see.
final class Probe: Sendable {}

@Suite("Signal contract")
struct ContractTests {
  @Test("nothing is delivered after a terminal event")
  func nothingAfterTerminal() {
    let recorder = Recorder(
      Signal<Int, Mishap> { observer in
        observer.send(1)
        observer.complete()
        observer.send(2)
        observer.fail(.first)
        observer.complete()
        return AnyDisposable()
      })

    recorder.expect(1)
    recorder.expectCompletion()
  }

  @Test("a failure ends the stream")
  func failureEnds() {
    let subject = Subject<Int, Mishap>()
    let recorder = Recorder(subject.signal)

    subject.send(1)
    subject.fail(.second)
    subject.send(2)
    subject.complete()

    recorder.expect(1)
    #expect(recorder.expectFailure() == .second)
  }

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

  @Test("a hundred thousand chained sends do not grow the stack")
  func chainedSends() {
    let subject = Subject<Int, Never>()
    let last = Box<Int>()
    let subscription = subject.signal.subscribe { value in
      if value < 100_000 { subject.send(value + 1) } else { last.append(value) }
    }

    subject.send(0)

    #expect(last.values == [100_000])
    subscription.dispose()
  }

  @Test("two subjects that feed each other do not grow the stack")
  func pingPong() {
    let ping = Subject<Int, Never>()
    let pong = Subject<Int, Never>()
    let last = Box<Int>()
    let subscriptions = CompositeDisposable([
      ping.signal.subscribe { pong.send($0 + 1) },
      pong.signal.subscribe { if $0 < 100_000 { ping.send($0) } else { last.append($0) } },
    ])

    ping.send(0)

    #expect(last.values == [100_000])
    subscriptions.dispose()
  }

  @Test("a terminal event sent from inside a value comes after that value for all, once")
  func reentrantTerminal() {
    let subject = Subject<Int, Never>()
    let heard = Box<String>()
    let first = subject.signal.subscribe { value in
      subject.complete()
      subject.complete()
      heard.append("A\(value)")
    } completed: {
      heard.append("A|")
    }
    let second = subject.signal.subscribe {
      heard.append("B\($0)")
    } completed: {
      heard.append("B|")
    }

    subject.send(1)

    #expect(heard.values == ["A1", "B1", "A|", "B|"])
    #expect(first.isDisposed && second.isDisposed)
  }

  @Test("an observer that is added during a delivery hears the next event")
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

  @Test("an observer that an earlier one disposes of hears nothing more")
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

  @Test("an observer that disposes of itself hears nothing more")
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

  @Test("who observes a terminated subject hears its end at once")
  func lateObserver() {
    let subject = Subject<Int, Mishap>()
    subject.send(1)
    subject.fail(.first)

    #expect(Recorder(subject.signal).expectFailure() == .first)
  }

  @Test("a thousand observers are called in the order of subscription")
  func subscriptionOrder() {
    let subject = Subject<Int, Never>()
    let heard = Box<Int>()
    let all = (0..<1000).map { number in subject.signal.subscribe { _ in heard.append(number) } }
    for number in stride(from: 0, to: 1000, by: 3) { all[number].dispose() }

    subject.send(0)

    #expect(heard.values == (0..<1000).filter { !$0.isMultiple(of: 3) })
    for subscription in all { subscription.dispose() }
  }

  @Test("a replay subject tells the last values, then its end")
  func replaySubject() {
    let subject = ReplaySubject<Int, Never>(capacity: 2)
    for value in 1...5 { subject.send(value) }
    let early = Recorder(subject.signal)
    early.expect(4, 5)
    subject.send(6)
    subject.complete()

    early.expect(6)
    early.expectCompletion()
    let late = Recorder(subject.signal)
    late.expect(5, 6)
    late.expectCompletion()
  }

  @Test("forwarding to another observer ends with that observer")
  func forwarding() {
    let subject = Subject<Int, Never>()
    let relay = Signal<Int, Never> { subject.signal.subscribe($0) }
    let recorder = Recorder(relay.take(first: 2))

    for value in 1...3 { subject.send(value) }

    recorder.expect(1, 2)
    recorder.expectCompletion()
  }
}
