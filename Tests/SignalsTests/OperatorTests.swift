import Signals
import SignalsTesting
import Testing

@Suite("Operators")
struct OperatorTests {
  private let subject = Subject<Int, Mishap>()
  private let other = Subject<Int, Mishap>()

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

  @Test("take completes with its last value, take of nothing at once")
  func take() {
    let recorder = Recorder(subject.signal.take(first: 2))
    for value in 1...3 { subject.send(value) }
    recorder.expect(1, 2)
    recorder.expectCompletion()

    Recorder(subject.signal.take(first: 0)).expectCompletion()
  }

  @Test("take(first:) sends no more than that when its observer feeds the source")
  func takeReentrant() {
    let heard = Box<Int>()
    let subscription = subject.signal.take(first: 2).subscribe { [subject] value in
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

  @Test("take(until:) completes with the trigger's value or completion")
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

  @Test("merge completes when all have and fails with the first failure")
  func merge() {
    let recorder = Recorder(subject.signal.merge(with: other.signal))
    subject.send(1)
    other.send(2)
    subject.complete()
    other.send(3)
    other.complete()
    recorder.expect(1, 2, 3)
    recorder.expectCompletion()
    Recorder(Signal<Int, Mishap>.merge([])).expectCompletion()
    let failing = Recorder(Signal<Int, Mishap>.merge(.failed(.second), .never))
    #expect(failing.expectFailure() == .second)
  }

  @Test("concat starts the next signal when the one before has completed")
  func concat() {
    let recorder = Recorder(subject.signal.concat(other.signal))
    other.send(0)
    subject.send(1)
    subject.complete()
    other.send(2)
    other.complete()
    recorder.expect(1, 2)
    recorder.expectCompletion()
  }

  @Test("a hundred thousand synchronous signals in a row do not grow the stack")
  func concatDeep() {
    let recorder = Recorder(
      Signal<Int, Never>.from(0..<100_000).flatMap(.concat) { Signal.just($0) }
        .scan(0) { count, _ in count + 1 }.filter { $0 == 100_000 })
    recorder.expect(100_000)
    recorder.expectCompletion()
  }

  @Test("flatMap(.latest) ends the former inner signal before it starts the new one")
  func latest() {
    let log = Box<String>()
    let inners = (0..<3).map { _ in Subject<Int, Mishap>() }
    let recorder = Recorder(
      subject.signal.flatMap(.latest) { number in
        Signal<Int, Mishap> { observer in
          log.append("+\(number)")
          let inner = inners[number].signal.subscribe(observer)
          return AnyDisposable {
            inner.dispose()
            log.append("-\(number)")
          }
        }
      })

    subject.send(0)
    inners[0].send(1)
    subject.send(1)
    inners[0].send(2)
    inners[1].send(3)
    subject.complete()
    inners[1].send(4)
    inners[1].complete()

    #expect(log.values == ["+0", "-0", "+1", "-1"])
    recorder.expect(1, 3, 4)
    recorder.expectCompletion()
  }

  @Test("an outer failure ends the inner signal")
  func outerFailure() {
    let recorder = Recorder(subject.signal.flatMap(.merge) { [other] _ in other.signal })
    subject.send(1)
    other.send(5)
    subject.fail(.first)
    other.send(6)
    recorder.expect(5)
    #expect(recorder.expectFailure() == .first)
  }

  @Test("flatMap mixes signals that can fail with signals that cannot")
  func flatMapFailures() {
    let a = Recorder(
      Signal<Int, Never>.just(1).flatMap(.latest) { _ in Signal<Int, Mishap>.failed(.first) })
    let b = Recorder(
      Signal<Int, Mishap>.just(1).flatMap(.latest) { Signal<Int, Never>.just($0 + 1) })
    let c = Recorder(Signal<Int, Never>.just(1).flatMap(.concat) { Signal<Int, Never>.just($0) })

    #expect(a.expectFailure() == .first)
    b.expect(2)
    b.expectCompletion()
    c.expect(1)
    c.expectCompletion()
  }

  @Test("combineLatest waits for all and completes when all have")
  func combineLatest() {
    let recorder = Recorder(subject.signal.combineLatest(with: other.signal).map { [$0.0, $0.1] })
    subject.send(1)
    other.send(2)
    subject.complete()
    other.send(3)
    other.complete()
    recorder.expect([1, 2], [1, 3])
    recorder.expectCompletion()
  }

  @Test("combineLatest with an empty input completes without a value")
  func combineLatestEmpty() {
    Recorder(Signal<Int, Mishap>.empty.combineLatest(with: subject.signal).map(\.0))
      .expectCompletion()
  }

  @Test("combineLatest of a hundred keeps the order of its inputs")
  func combineLatestMany() {
    let inputs = (0..<100).map { _ in Subject<Int, Never>() }
    let recorder = Recorder(Signal<[Int], Never>.combineLatest(inputs.map(\.signal)))
    for (number, input) in inputs.enumerated() { input.send(number) }
    recorder.expect(Array(0..<100))
  }

  @Test("withLatest sends nothing before the other has a value")
  func withLatest() {
    let sampled = Subject<String, Never>()
    let recorder = Recorder(subject.signal.withLatest(from: sampled.signal).map { "\($0)\($1)" })
    subject.send(1)
    sampled.send("a")
    subject.send(2)
    sampled.complete()
    subject.send(3)
    subject.complete()
    recorder.expect("2a", "3a")
    recorder.expectCompletion()
  }

  @Test("catch continues with another signal")
  func catching() {
    let recorder = Recorder(
      subject.signal.catch { _ in Signal<Int, Never>.from([7, 8]) })
    subject.send(1)
    subject.fail(.first)
    recorder.expect(1, 7, 8)
    recorder.expectCompletion()
  }

  @Test("retry subscribes once more than its count and passes the last failure")
  func retry() {
    let starts = Box<Int>()
    let recorder = Recorder(
      Signal<Int, Mishap> { observer in
        starts.append(1)
        observer.fail(.second)
        return AnyDisposable()
      }.retry(count: 2))
    #expect(starts.values.count == 3)
    #expect(recorder.expectFailure() == .second)
  }

  @Test("a value between failures does not give retry(count:) new attempts")
  func retryAfterValue() {
    let recorder = Recorder(
      Signal<Int, Mishap>.just(1).concat(.failed(.first)).retry(count: 2))
    recorder.expect(1, 1, 1)
    #expect(recorder.expectFailure() == .first)
  }

  @Test("a hundred thousand synchronous failures do not grow the stack")
  func retryDeep() {
    let recorder = Recorder(Signal<Int, Mishap>.failed(.first).retry(count: 100_000))
    #expect(recorder.expectFailure() == .first)
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

  @Test("on runs beside the events and once at the end")
  func on() {
    let log = Box<String>()
    let signal = subject.signal.on(
      value: { log.append("\($0)") }, failed: { log.append("\($0)") },
      completed: { log.append("|") }, disposed: { log.append("x") })
    let first = signal.subscribe()
    subject.send(1)
    first.dispose()
    let second = signal.subscribe()
    subject.complete()
    second.dispose()
    #expect(log.values == ["1", "x", "|", "x"])
  }

  @Test("share has one source subscription and starts anew after the last has left")
  func share() {
    let log = Box<String>()
    let shared = subject.signal.on(disposed: { log.append("-") }).start(with: 0)
      .on(value: { log.append("\($0)") }).share()
    let first = Recorder(shared)
    let second = Recorder(shared)
    subject.send(1)
    first.dispose()
    subject.send(2)
    second.dispose()
    subject.send(3)
    let third = Recorder(shared)
    #expect(log.values == ["0", "1", "2", "-", "0"])
    first.expect(0, 1)
    second.expect(1, 2)
    third.expect(0)
  }

  @Test("replay tells late subscribers the last values and the end")
  func replay() {
    let starts = Box<Int>()
    let replayed = subject.signal.start(with: 0).on(value: { starts.append($0) }).replay(1)
    let first = Recorder(replayed)
    subject.send(1)
    let second = Recorder(replayed)
    subject.complete()
    let third = Recorder(replayed)
    #expect(starts.values == [0, 1])
    first.expect(0, 1)
    first.expectCompletion()
    for recorder in [second, third] {
      recorder.expect(1)
      recorder.expectCompletion()
    }
  }
}
