import Dispatch
import Signals
import SignalsTesting
import Testing

@Suite("Replay")
struct ReplayTests {
  /// The kinds of signal that replay, as a function of a subject.
  enum Kind: CaseIterable {
    case subject, replay, multicast

    func make(_ capacity: Int) -> (send: @Sendable (Int) -> Void, signal: Signal<Int, Never>) {
      let source = Subject<Int, Never>()
      switch self {
      case .subject:
        let subject = ReplaySubject<Int, Never>(capacity: capacity)
        return ({ subject.send($0) }, subject.signal)
      case .replay: return ({ source.send($0) }, source.signal.replay(capacity))
      case .multicast:
        let connectable = source.signal.multicast(replaying: capacity)
        connectable.connect()
        return ({ source.send($0) }, connectable.signal)
      }
    }
  }

  @Test(
    "subscribing inside the signal's own delivery gives the kept values at once",
    arguments: Kind.allCases)
  func insideDelivery(_ kind: Kind) {
    let (send, signal) = kind.make(2)
    let heard = Box<Int>()
    let counts = Box<Int>()
    let subscriptions = CompositeDisposable()
    subscriptions += signal.subscribe { value in
      guard value == 3 else { return }
      send(4)
      subscriptions += signal.subscribe { heard.append($0) }
      counts.append(heard.values.count)
      send(5)
    }
    for value in 1...3 { send(value) }
    send(6)

    #expect(counts.values == [2])
    #expect(heard.values == [2, 3, 4, 5, 6])
    subscriptions.dispose()
  }

  @Test(
    "subscribing while another thread delivers gives the kept values at once on this thread",
    arguments: Kind.allCases)
  func whileOtherDelivers(_ kind: Kind) {
    let (send, signal) = kind.make(2)
    let (isInside, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = signal.subscribe { value in
      guard value == 2 else { return }
      isInside.signal()
      mayGo.wait()
    }
    let thread = OwnThread { for value in 1...4 { send(value) } }
    isInside.wait()
    let heard = Box<Int>()
    let late = signal.subscribe { heard.append($0) }
    #expect(heard.values == [1, 2])
    mayGo.signal()
    thread.join()

    #expect(heard.values == [1, 2, 3, 4])
    first.dispose()
    late.dispose()
  }

  @Test("an observer that leaves during its replay receives nothing more", arguments: Kind.allCases)
  func leaves(_ kind: Kind) {
    let (send, signal) = kind.make(3)
    let keeper = signal.subscribe()
    for value in 1...3 { send(value) }
    let recorder = Recorder(signal.take(first: 2))
    send(4)
    recorder.expect(1, 2)
    recorder.expectCompletion()
    keeper.dispose()
  }

  @Test("a value that subscribes when it is released, because a newer one replaces it, may do so")
  func releasedValue() {
    let subject = ReplaySubject<Releasing, Never>(capacity: 1)
    let heard = Box<Int>()
    subject.send(Releasing { _ = subject.signal.subscribe { _ in heard.append(1) } })
    subject.send(Releasing {})
    #expect(heard.values == [1])
  }

  @Test("a value inside a delivery can be combined with the latest value of the same signal")
  func withLatestOfSelf() {
    let user = ReplaySubject<String, Never>(capacity: 1)
    let recorder = Recorder(
      user.signal.flatMap(.latest) { _ in
        Signal<Int, Never>.just(1).withLatest(from: user.signal)
      }.map { "\($0.0) \($0.1)" })
    user.send("ann")
    user.send("bob")
    recorder.expect("1 ann", "1 bob")
  }
}

/// Calls a closure when it is released.
final class Releasing: Sendable {
  private let onRelease: @Sendable () -> Void

  init(_ onRelease: @escaping @Sendable () -> Void) {
    self.onRelease = onRelease
  }

  deinit {
    onRelease()
  }
}
