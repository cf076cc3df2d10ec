import Signals
import SignalsTesting
import Testing

@Suite("Transforming and taking")
struct TransformingTests {
  private let subject = Subject<Int, Mishap>()

  @Test("values are mapped, filtered and counted")
  func stateless() {
    let recorder = Recorder(
      subject.signal.map { $0 * 2 }.filter { $0 > 2 }.compactMap { $0 == 6 ? nil : "\($0)" })
    for value in 1...4 { subject.send(value) }
    subject.fail(.first)

    recorder.expect("4", "8")
    #expect(recorder.expectFailure() == .first)
  }

  @Test("scan, skip, start and skipRepeats keep their state per subscription")
  func stateful() {
    let signal = Signal<Int, Mishap>.from([1, 1, 2, 2, 3]).skipRepeats().scan(0, +)
      .skip(first: 1).start(with: 9)
    for _ in 0..<2 {
      let recorder = Recorder(signal)
      recorder.expect(9, 3, 6)
      recorder.expectCompletion()
    }
  }

  @Test("collect sends everything on completion")
  func collect() {
    let recorder = Recorder(Signal<Int, Mishap>.from([1, 2, 3]).collect())
    recorder.expect([1, 2, 3])
    recorder.expectCompletion()
  }

  @Test("collect of an empty signal sends an empty array, of a failing one only the failure")
  func collectEdges() {
    let empty = Recorder(Signal<Int, Mishap>.empty.collect())
    empty.expect([])
    empty.expectCompletion()
    #expect(
      Recorder(Signal<Int, Mishap>.just(1).concat(.failed(.first)).collect()).expectFailure()
        == .first)
  }

  @Test(
    "take(first:) completes synchronously with its last value, and take(first: 0) at once without a value"
  )
  func take() {
    let recorder = Recorder(subject.signal.take(first: 2))
    for value in 1...3 { subject.send(value) }
    recorder.expect(1, 2)
    recorder.expectCompletion()

    Recorder(subject.signal.take(first: 0)).expectCompletion()
  }

  @Test("take(first: 0) does not subscribe to its source")
  func takeNothing() {
    let log = Box<Int>()
    let source = Signal<Int, Mishap>.deferred {
      log.append(1)
      return .just(1)
    }
    Recorder(source.take(first: 0)).expectCompletion()
    #expect(log.values.isEmpty)
  }

  @Test("take(first:) has torn its source down when its last value returns")
  func takeTearsDown() {
    let log = Box<String>()
    let subscription = subject.signal.on(disposed: { log.append("x") }).take(first: 1)
      .follow {
        log.append("\($0)")
      } completed: {
        log.append("|")
      }
    subject.send(1)
    log.append("sent")

    #expect(log.values == ["1", "|", "x", "sent"])
    #expect(subscription.isDisposed)
  }

  @Test("take(first:) sends no more values when its observer feeds the source")
  func takeReentrant() {
    let heard = Box<Int>()
    let subscription = subject.signal.take(first: 2).follow { [subject] value in
      heard.append(value)
      subject.send(value + 1)
    }
    subject.send(1)
    #expect(heard.values == [1, 2])
    #expect(subscription.isDisposed)
  }

  @Test("take(while:) completes with the first value that does not qualify")
  func takeWhile() {
    let recorder = Recorder(subject.signal.take { $0 < 3 })
    for value in [1, 2, 3, 1] { subject.send(value) }
    recorder.expect(1, 2)
    recorder.expectCompletion()
  }

  @Test(
    "take(until:) completes when the trigger fires, and lets no value through when it fires at once"
  )
  func takeUntil() {
    let trigger = Subject<Void, Never>()
    let recorder = Recorder(subject.signal.take(until: trigger.signal))
    subject.send(1)
    trigger.send()
    subject.send(2)
    recorder.expect(1)
    recorder.expectCompletion()

    let none = Recorder(Signal<Int, Mishap>.just(1).take(until: Signal<Void, Never>.just()))
    none.expectCompletion()
  }

  @Test("take(until:) completes when the trigger completes without a value")
  func triggerCompletes() {
    let trigger = Subject<Void, Never>()
    let recorder = Recorder(subject.signal.take(until: trigger.signal))
    subject.send(1)
    trigger.complete()
    subject.send(2)
    recorder.expect(1)
    recorder.expectCompletion()

    Recorder(Signal<Int, Mishap>.just(1).take(until: Signal<Void, Never>.empty)).expectCompletion()
  }

  @Test("take(until:) unsubscribes from its trigger when the source ends")
  func triggerIsLeft() {
    let left = Box<Int>()
    let trigger = Signal<Void, Never>.never.on(disposed: { left.append(1) })
    let recorder = Recorder(subject.signal.take(until: trigger))
    subject.fail(.second)
    #expect(recorder.expectFailure() == .second)
    #expect(left.values == [1])
  }

  @Test("skipRepeats holds no strong reference to older values")
  func skipRepeatsReleases() {
    let census = Census()
    let subject = Subject<Item, Never>()
    let subscription = subject.signal.skipRepeats().subscribe()
    for number in 0..<10 {
      subject.send(census.item(number))
      #expect(census.count == 1)
    }
    subject.send(census.item(9))
    #expect(census.count == 1)
    subscription.dispose()
    #expect(census.count == 0)
  }

  @Test("skipRepeats compares with the last value that it sent")
  func skipRepeatsBy() {
    let recorder = Recorder(
      Signal<Int, Never>.from([1, 2, 3, 5, 4, 9]).skipRepeats { abs($0 - $1) < 3 })
    recorder.expect(1, 5, 9)
    recorder.expectCompletion()
  }

  @Test("start(with:) sends its value before the source is subscribed to")
  func start() {
    let log = Box<String>()
    let source = Signal<Int, Never>.deferred {
      log.append("subscribed")
      return .just(2)
    }
    _ = source.start(with: 1).subscribe { log.append("\($0)") }
    #expect(log.values == ["1", "subscribed", "2"])
  }

  @Test("materialize and dematerialize are inverse")
  func materialize() {
    let events = Recorder(subject.signal.materialize())
    let round = Recorder(subject.signal.materialize().dematerialize())
    subject.send(1)
    subject.fail(.first)
    events.expect(.value(1), .failed(.first))
    events.expectCompletion()
    round.expect(1)
    #expect(round.expectFailure() == .first)
  }

  @Test("dematerialize ends with the first terminal event, even if others follow")
  func dematerializeEnds() {
    let events: [Event<Int, Mishap>] = [.value(1), .completed, .value(2), .failed(.first)]
    let recorder = Recorder(
      Signal<Event<Int, Mishap>, Never>.from(events).dematerialize())
    recorder.expect(1)
    recorder.expectCompletion()
  }

  @Test("on runs for each event and once at the end")
  func on() {
    let log = Box<String>()
    let signal = subject.signal.on(
      value: { log.append("\($0)") }, failed: { log.append("\($0)") },
      completed: { log.append("|") }, disposed: { log.append("x") })
    let first = signal.follow()
    subject.send(1)
    first.dispose()
    let second = signal.follow()
    subject.complete()
    second.dispose()
    #expect(log.values == ["1", "x", "|", "x"])
  }

  @Test("on runs before the observer")
  func onComesFirst() {
    let log = Box<String>()
    _ = subject.signal.on(
      value: { _ in log.append("on value") }, failed: { _ in log.append("on failed") },
      disposed: { log.append("on disposed") }
    ).subscribe { _ in
      log.append("value")
    } failed: { _ in
      log.append("failed")
    }
    subject.send(1)
    subject.fail(.first)
    #expect(log.values == ["on value", "value", "on failed", "failed", "on disposed"])
  }
}
