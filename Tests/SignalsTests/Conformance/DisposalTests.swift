import Signals
import SignalsTesting
import Testing

@Suite("Disposal")
struct DisposalTests {
  @Test("teardown runs once after completion, and dispose afterwards has no effect")
  func teardownOnce() {
    let box = Box<Int>()
    let subscription = Signal<Int, Never> { observer in
      observer.complete()
      return AnyDisposable { box.append(1) }
    }.subscribe()

    subscription.dispose()
    subscription.dispose()

    #expect(box.values == [1])
  }

  @Test("teardown runs exactly once when two threads dispose of a subscription")
  func teardownFromThreads() async {
    for _ in 0..<200 {
      let box = Box<Int>()
      let subscription = Signal<Int, Never> { _ in AnyDisposable { box.append(1) } }
        .map { $0 }.on(disposed: { box.append(2) }).subscribe()
      await concurrently(2) { _ in subscription.dispose() }
      #expect(box.values.sorted() == [1, 2])
    }
  }

  @Test("teardown runs exactly once when one thread disposes while another completes")
  func teardownRacesCompletion() async {
    for _ in 0..<200 {
      let box = Box<Int>()
      let ends = Box<Observer<Int, Never>>()
      let completions = Box<Int>()
      let subscription = Signal<Int, Never> { observer in
        ends.append(observer)
        return AnyDisposable { box.append(1) }
      }.subscribe(completed: { completions.append(1) })
      await concurrently(2) { number in
        if number == 0 { subscription.dispose() } else { ends.values[0].complete() }
      }
      #expect(box.values == [1])
      #expect(completions.values.count <= 1)
    }
  }

  @Test("a disposable's closure runs once and is released, whatever disposes of it")
  func anyDisposable() async {
    for _ in 0..<100 {
      let box = Box<Int>()
      var probe: Probe? = Probe()
      weak let trace = probe
      let disposable = AnyDisposable { [probe] in
        _ = probe
        box.append(1)
      }
      probe = nil
      await concurrently(4) { _ in disposable.dispose() }
      #expect(box.values == [1])
      #expect(trace == nil)
    }
  }

  @Test("disposing twice has the effect of once", arguments: Pipe.all)
  func twice(_ pipe: Pipe) {
    let rig = PipeRig()
    let ends = Box<Int>()
    let subscription = rig.signal(pipe).on(disposed: { ends.append(1) }).follow()
    rig.prime()
    rig.send([1])
    subscription.dispose()
    subscription.dispose()

    #expect(subscription.isDisposed)
    #expect(ends.values == [1])
  }

  @Test("a subscription that ended by itself is disposed of", arguments: [true, false])
  func endedByItself(_ fails: Bool) {
    let ends = Box<Int>()
    let signal: Signal<Int, Mishap> = fails ? .failed(.first) : .empty
    let subscription = signal.on(disposed: { ends.append(1) }).follow()

    #expect(subscription.isDisposed)
    #expect(ends.values == [1])
  }

  @Test("releasing the disposable does not end the subscription")
  func lost() {
    let subject = Subject<Int, Never>()
    let heard = Box<Int>()
    _ = subject.signal.map { $0 }.subscribe { heard.append($0) }
    subject.send(1)

    #expect(heard.values == [1])
  }

  @Test("work lives as long as there are subscribers, and is torn down when the last one leaves")
  func generatorLives() {
    let log = Box<String>()
    let ends = Box<Observer<Int, Never>>()
    var shared: Signal<Int, Never>? = Signal<Int, Never> { observer in
      log.append("+")
      ends.append(observer)
      return AnyDisposable { log.append("-") }
    }.share()
    #expect(log.values.isEmpty)
    let heard = Box<Int>()
    let first = shared?.subscribe { heard.append($0) }
    let second = shared?.subscribe { heard.append($0 * 10) }
    shared = nil
    ends.values[0].send(1)
    #expect(heard.values == [1, 10])

    first?.dispose()
    #expect(log.values == ["+"])
    second?.dispose()
    #expect(log.values == ["+", "-"])
  }

  @Test("a signal without subscribers does no work and retains nothing")
  func nobodyListens() {
    let log = Box<String>()
    var probe: Probe? = Probe()
    weak let trace = probe
    do {
      let signal = Signal<Int, Never> { [probe] _ in
        _ = probe
        log.append("+")
        return AnyDisposable()
      }.map { $0 }.share()
      probe = nil
      withExtendedLifetime(signal) { #expect(trace != nil) }
    }
    #expect(trace == nil)
    #expect(log.values.isEmpty)
  }

  @Test("a signal whose subscription is disposed of before the work begins does none")
  func disposedBefore() {
    let scheduler = TestScheduler()
    let log = Box<String>()
    let subscription = Signal<Int, Never>.deferred {
      log.append("+")
      return .just(1)
    }.subscribe(on: scheduler).subscribe { _ in log.append("value") }
    subscription.dispose()
    scheduler.run()

    #expect(log.values.isEmpty)
  }

  @Test("synchronous endless work stops without subscribers")
  func endlessWork() {
    let recorder = Recorder(Signal<Int, Never>.from(0...).take(first: 3))

    recorder.expect(0, 1, 2)
    recorder.expectCompletion()
  }

  @Test("an endless inner signal stops with what is downstream")
  func endlessInner() {
    for strategy in [FlattenStrategy.latest, .merge, .concat] {
      let recorder = Recorder(
        Signal<Int, Never>.just(7).flatMap(strategy) { _ in .from(0...) }.take(first: 3))

      recorder.expect(0, 1, 2)
      recorder.expectCompletion()
    }
  }

  @Test("the observer is released after dispose, even if the work retains its sending end")
  func observerReleasedAfterDispose() {
    let kept = Box<Observer<Int, Never>>()
    let signal = Signal<Int, Never> { observer in
      kept.append(observer)
      return AnyDisposable()
    }
    var probe: Probe? = Probe()
    weak let trace = probe
    let subscription = signal.subscribe { [probe] _ in _ = probe }
    probe = nil

    #expect(trace != nil)
    subscription.dispose()
    #expect(trace == nil)
    #expect(kept.values[0].isDisposed)
  }

  @Test("the observer is released after completion")
  func observerReleasedAfterCompletion() {
    let kept = Box<Observer<Int, Never>>()
    let signal = Signal<Int, Never> { observer in
      kept.append(observer)
      return AnyDisposable()
    }
    var probe: Probe? = Probe()
    weak let trace = probe
    let subscription = signal.subscribe { [probe] _ in _ = probe }
    probe = nil
    kept.values[0].complete()

    #expect(trace == nil)
    #expect(subscription.isDisposed)
  }

  @Test("a subject releases an observer that was disposed of during a delivery")
  func subjectReleases() {
    let subject = Subject<Int, Never>()
    let slot = SerialDisposable()
    var probe: Probe? = Probe()
    weak let trace = probe
    slot.inner = subject.signal.subscribe { [probe] _ in
      _ = probe
      slot.dispose()
    }
    probe = nil

    subject.send(1)

    #expect(trace == nil)
  }

  @Test("a chain of operators holds nothing after dispose")
  func operatorsRelease() {
    let subject = Subject<Int, Never>()
    let scheduler = TestScheduler()
    let chain = subject.signal
      .combineLatest(with: subject.signal).map { $0.0 + $0.1 }
      .flatMap(.latest) { Signal<Int, Never>.just($0).concat(.never) }
      .flatMap(.merge) { Signal<Int, Never>.just($0).concat(.never) }
      .throttle(.seconds(1), on: scheduler).debounce(.seconds(1), on: scheduler)
      .delay(.seconds(1), on: scheduler).retry(count: 1).replay(1).observe(on: scheduler)
      .take(until: subject.signal.skip(first: 9).map { _ in }).withLatest(from: subject.signal)
    var probe: Probe? = Probe()
    weak let trace = probe
    let subscription = chain.subscribe { [probe] _ in _ = probe }
    probe = nil
    subject.send(1)
    subject.send(2)
    scheduler.advance(by: .milliseconds(1500))

    #expect(trace != nil)
    subscription.dispose()
    #expect(trace == nil)
  }

  @Test("inner work is disposed of with the outer subscription")
  func innerEndsWithOuter() {
    for strategy in [FlattenStrategy.latest, .merge, .concat] {
      let ended = Box<Int>()
      let inner = Signal<Int, Never> { _ in AnyDisposable { ended.append(1) } }
      let subscription = Signal<Int, Never>.just(1).concat(.never)
        .flatMap(strategy) { _ in inner }.subscribe()

      #expect(ended.values.isEmpty)
      subscription.dispose()
      #expect(ended.values == [1])
    }
  }

  @Test("a lifetime ends its disposables, also when its owner is released")
  func lifetime() {
    let ended = Box<Int>()
    var lifetime: Lifetime? = Lifetime()
    lifetime?.add(AnyDisposable { ended.append(1) })
    lifetime = nil
    #expect(ended.values == [1])

    let other = Lifetime()
    other.end()
    other.add(AnyDisposable { ended.append(2) })
    #expect(other.hasEnded)
    #expect(ended.values == [1, 2])
  }

  @Test("a serial disposable disposes of the previous one")
  func serial() {
    let ended = Box<Int>()
    let slot = SerialDisposable()
    slot.inner = AnyDisposable { ended.append(1) }
    slot.inner = AnyDisposable { ended.append(2) }
    #expect(ended.values == [1])
    slot.dispose()
    slot.inner = AnyDisposable { ended.append(3) }
    #expect(ended.values == [1, 2, 3])
  }

  @Test("a composite does not grow with work that has ended")
  func compositePrunes() {
    let composite = CompositeDisposable()
    weak var trace: AnyDisposable?
    do {
      let early = AnyDisposable()
      trace = early
      composite += early
      early.dispose()
    }
    for _ in 0..<100 { composite += AnyDisposable() }

    #expect(trace == nil)
    composite.dispose()
  }

  @Test("a composite ends its parts in the order in which they were added, late ones at once")
  func compositeOrder() {
    let ended = Box<Int>()
    let composite = CompositeDisposable([AnyDisposable { ended.append(1) }])
    composite += AnyDisposable { ended.append(2) }
    composite.add(AnyDisposable { ended.append(3) })
    composite.dispose()
    composite.dispose()
    composite += AnyDisposable { ended.append(4) }

    #expect(ended.values == [1, 2, 3, 4])
  }

  @Test("an entry that adds to its composite when it is released does not block it")
  func entryThatAdds() {
    let composite = CompositeDisposable()
    for _ in 0..<40 { composite.add(Early { composite.add(AnyDisposable()) }) }
    let ended = Box<Int>()
    composite.add(AnyDisposable { ended.append(1) })
    composite.dispose()
    #expect(ended.values == [1])
  }

  /// A disposable that is disposed of from the start.
  private final class Early: Disposable {
    let isDisposed = true
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
      self.end = end
    }

    deinit {
      end()
    }

    func dispose() {}
  }
}
