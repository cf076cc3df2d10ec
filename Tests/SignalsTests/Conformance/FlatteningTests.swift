import Signals
import SignalsTesting
import Testing

@Suite("Flattening")
struct FlatteningTests {
  private let subject = Subject<Int, Mishap>()
  private let other = Subject<Int, Mishap>()

  /// Work that logs its start and end, and follows a subject.
  private func noted(_ number: Int, _ log: Box<String>, _ inner: Subject<Int, Mishap>)
    -> Signal<Int, Mishap>
  {
    Signal { observer in
      log.append("+\(number)")
      let subscription = inner.signal.subscribe(observer)
      return AnyDisposable {
        subscription.dispose()
        log.append("-\(number)")
      }
    }
  }

  @Test("flatMap(.latest) ends the previous inner signal before it subscribes to the new one")
  func latest() {
    let log = Box<String>()
    let inners = (0..<3).map { _ in Subject<Int, Mishap>() }
    let recorder = Recorder(subject.signal.flatMap(.latest) { noted($0, log, inners[$0]) })

    subject.send(0)
    inners[0].send(1)
    subject.send(1)
    inners[1].send(3)
    subject.complete()
    inners[1].send(4)
    recorder.expect(1, 3, 4)
    inners[1].complete()

    #expect(log.values == ["+0", "-0", "+1", "-1"])
    recorder.expectCompletion()
  }

  @Test("flatMap(.latest) ignores a late event of the previous inner signal")
  func lateEvent() {
    let ends = Box<Observer<Int, Mishap>>()
    let recorder = Recorder(
      subject.signal.flatMap(.latest) { _ in
        Signal { observer in
          ends.append(observer)
          return AnyDisposable()
        }
      })
    subject.send(0)
    subject.send(1)
    ends.values[0].send(5)
    ends.values[0].fail(.first)
    ends.values[1].send(6)
    ends.values[0].complete()
    subject.complete()

    recorder.expect(6)
    recorder.expectNothing()
    ends.values[1].complete()
    recorder.expectCompletion()
  }

  @Test("flatMap(.latest) completes only when the outer and the last inner signal have completed")
  func latestCompletes() {
    let inners = (0..<2).map { _ in Subject<Int, Mishap>() }
    let recorder = Recorder(subject.signal.flatMap(.latest) { inners[$0].signal })
    subject.send(0)
    inners[0].complete()
    recorder.expectNothing()
    subject.send(1)
    subject.complete()
    inners[0].complete()
    recorder.expectNothing()
    inners[1].send(7)
    inners[1].complete()
    recorder.expect(7)
    recorder.expectCompletion()
    Recorder(Signal<Int, Mishap>.empty.flatMap(.latest) { .just($0) }).expectCompletion()
  }

  @Test("a switch from inside an inner value silences the previous inner signal")
  func switchInside() {
    let heard = Box<Int>()
    let inner = Subject<Int, Mishap>()
    let subscription = subject.signal.flatMap(.latest) { [inner] value in
      value == 0 ? inner.signal : .just(value)
    }.follow { [subject] value in
      heard.append(value)
      if value == 1 {
        subject.send(9)
        inner.send(2)
      }
    }
    subject.send(0)
    inner.send(1)
    inner.send(3)

    #expect(heard.values == [1, 9])
    subscription.dispose()
  }

  @Test(
    "an outer failure ends the inner signals",
    arguments: [FlattenStrategy.latest, .merge, .concat, .concurrent(limit: 2)])
  func outerFailure(_ strategy: FlattenStrategy) {
    let log = Box<String>()
    let recorder = Recorder(subject.signal.flatMap(strategy) { noted($0, log, other) })
    subject.send(1)
    other.send(5)
    subject.fail(.first)
    other.send(6)
    recorder.expect(5)
    #expect(recorder.expectFailure() == .first)
    #expect(log.values == ["+1", "-1"])
  }

  @Test(
    "an outer completion lets the inner signal continue",
    arguments: [FlattenStrategy.latest, .merge, .concat, .concurrent(limit: 2)])
  func outerCompletion(_ strategy: FlattenStrategy) {
    let log = Box<String>()
    let recorder = Recorder(subject.signal.flatMap(strategy) { noted($0, log, other) })
    subject.send(1)
    subject.complete()
    other.send(5)
    recorder.expect(5)
    #expect(log.values == ["+1"])
    other.complete()
    recorder.expectCompletion()
    #expect(log.values == ["+1", "-1"])
  }

  @Test(
    "an inner failure ends the outer signal and the other inner ones",
    arguments: [FlattenStrategy.latest, .merge, .concat, .concurrent(limit: 2)])
  func innerFailure(_ strategy: FlattenStrategy) {
    let log = Box<String>()
    let recorder = Recorder(
      subject.signal.on(disposed: { log.append("outer") })
        .flatMap(strategy) { noted($0, log, other) })
    subject.send(1)
    other.fail(.second)
    #expect(recorder.expectFailure() == .second)
    #expect(log.values.sorted() == ["+1", "-1", "outer"])
  }

  @Test(
    "an inner signal released without a terminal event does not end the outer one",
    arguments: [FlattenStrategy.latest, .merge])
  func innerGoes(_ strategy: FlattenStrategy) {
    let recorder = Recorder(
      subject.signal.flatMap(strategy) { value in
        value == 0 ? Subject<Int, Mishap>().signal : .just(value)
      })
    subject.send(0)
    subject.send(1)
    recorder.expect(1)
  }

  @Test("concat starts the next signal when the previous one has completed")
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

  @Test("flatMap(.concat) runs one inner signal at a time, in the order of the values")
  func queue() {
    let log = Box<String>()
    let inners = (0..<4).map { _ in Subject<Int, Mishap>() }
    let recorder = Recorder(subject.signal.flatMap(.concat) { noted($0, log, inners[$0]) })
    for number in 0..<4 { subject.send(number) }
    #expect(log.values == ["+0"])
    inners[1].send(1)
    for number in 0..<3 {
      inners[number].send(number * 10)
      inners[number].complete()
    }
    #expect(log.values == ["+0", "-0", "+1", "-1", "+2", "-2", "+3"])
    subject.complete()
    inners[3].complete()
    recorder.expect(0, 10, 20)
    recorder.expectCompletion()
  }

  @Test("flatMap(.merge) runs all inner signals at the same time")
  func merged() {
    let inners = (0..<3).map { _ in Subject<Int, Mishap>() }
    let recorder = Recorder(subject.signal.flatMap(.merge) { inners[$0].signal })
    for number in 0..<3 { subject.send(number) }
    for number in [2, 0, 1] { inners[number].send(number) }
    subject.complete()
    inners[1].complete()
    inners[0].send(5)
    recorder.expect(2, 0, 1, 5)
    inners[0].complete()
    recorder.expectNothing()
    inners[2].complete()
    recorder.expectCompletion()
  }

  @Test("switchToLatest follows the latest signal")
  func switching() {
    let signals = Subject<Signal<Int, Mishap>, Mishap>()
    let recorder = Recorder(signals.signal.switchToLatest())
    signals.send(subject.signal)
    subject.send(1)
    signals.send(other.signal)
    subject.send(2)
    other.send(3)
    recorder.expect(1, 3)
  }

  @Test(
    "an endless inner signal begun inside a delivery stops when it is disposed of",
    arguments: [FlattenStrategy.latest, .merge, .concat, .concurrent(limit: 2)])
  func endlessInsideDelivery(_ strategy: FlattenStrategy) {
    let signal = subject.signal.flatMap(strategy) { [other] number in
      number == 0 ? other.signal : .from(0...)
    }
    let heard = Box<Int>()
    let subscription = signal.take(first: 3).follow { [subject, other] value in
      heard.append(value)
      guard value == -1 else { return }
      subject.send(1)
      if strategy == .concat { other.complete() }
    }
    subject.send(0)
    other.send(-1)

    #expect(heard.values == [-1, 0, 1])
    #expect(subscription.isDisposed)
  }

  @Test("inner signals that each begin the next inside a delivery do not grow the stack")
  func deepSwitches() {
    let last = 100_000
    let heard = Box<Int>()
    onThread(.secondary) { [subject] in
      let signal = subject.signal.flatMap(.latest) { Signal<Int, Mishap>.from($0...) }
      let subscription = signal.take(first: last + 1).follow { value in
        heard.modify { $0 = [value] }
        subject.send(value + 1)
      }
      subject.send(0)
      subscription.dispose()
    }
    #expect(heard.values == [last])
  }

  @Test("flatMap(.concat) releases each finished inner signal at once")
  func concatReleases() {
    let census = Census()
    let inners = Box<Subject<Int, Mishap>>()
    let source = Subject<Item, Mishap>()
    let subscription = source.signal.flatMap(.concat) { item in
      Signal<Int, Mishap>.deferred {
        item.touch()
        let inner = Subject<Int, Mishap>()
        inners.append(inner)
        return inner.signal
      }
    }.follow()
    source.send(census.item(0))
    for number in 1...1000 {
      source.send(census.item(number))
      inners.values[number - 1].complete()
      #expect(census.count <= 2)
    }
    subscription.dispose()
    #expect(census.count == 0)
  }
}
