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

  @Test("a teardown that is disposed of from many threads runs once")
  func teardownFromThreads() async {
    for _ in 0..<200 {
      let box = Box<Int>()
      let disposable = AnyDisposable { box.append(1) }
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { disposable.dispose() } }
      }
      #expect(box.values == [1])
    }
  }

  @Test("synchronous endless work stops when nobody listens")
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

  @Test("the observer is released after dispose, even when the work keeps its end")
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

  @Test("a subject lets go of an observer that was disposed of during a delivery")
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

  @Test("a subject that goes lets go of its observers")
  func subjectGoes() {
    var subject: Subject<Int, Never>? = Subject()
    var probe: Probe? = Probe()
    weak let trace = probe
    let subscription = subject?.signal.subscribe { [probe] _ in _ = probe }
    probe = nil
    subject = nil

    #expect(trace == nil)
    #expect(subscription?.isDisposed == false)
    subscription?.dispose()
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

  @Test("a lifetime ends what was added, also when its owner goes")
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

  @Test("a serial disposable ends the former one")
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
}
