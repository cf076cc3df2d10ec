import Signals
import SignalsTesting
import Testing

@Suite("Sharing")
struct SharingTests {
  private let subject = Subject<Int, Mishap>()

  @Test(
    "share subscribes to its source once for all, ends with the last subscriber and restarts afterwards"
  )
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

  @Test("share restarts its source after a terminal event")
  func shareAfterEnd() {
    let starts = Box<Int>()
    let shared = Signal<Int, Mishap>.deferred {
      starts.append(1)
      return .just(starts.values.count)
    }.share()
    for round in 1...3 {
      let recorder = Recorder(shared)
      recorder.expect(round)
      recorder.expectCompletion()
    }
    #expect(starts.values.count == 3)
  }

  @Test("share restarts when it is subscribed to from inside its completion")
  func shareAgainInside() {
    let starts = Box<Int>()
    let shared = Signal<Int, Never> { observer in
      starts.append(1)
      if starts.values.count < 3 { observer.complete() }
      return AnyDisposable()
    }.share()
    let subscriptions = CompositeDisposable()
    subscriptions += shared.subscribe(completed: {
      subscriptions += shared.subscribe(completed: { subscriptions += shared.subscribe() })
    })
    #expect(starts.values.count == 3)
    subscriptions.dispose()
  }

  @Test("replay sends late subscribers the last values and the end")
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

  @Test("replay drops its values when the last subscriber leaves before the end")
  func replayForgets() {
    let replayed = subject.signal.replay(2)
    let first = Recorder(replayed)
    subject.send(1)
    first.dispose()
    let second = Recorder(replayed)
    second.expectNothing()
    subject.send(2)
    first.expect(1)
    second.expect(2)
  }

  @Test("replay after completion sends the values and completes, and does not restart")
  func replayAfterCompletion() {
    let starts = Box<Int>()
    let replayed = Signal<Int, Mishap>.deferred {
      starts.append(1)
      return .from([1, 2, 3])
    }.replay(2)
    let first = Recorder(replayed)
    first.expect(1, 2, 3)
    first.expectCompletion()
    for _ in 0..<2 {
      let late = Recorder(replayed)
      late.expect(2, 3)
      late.expectCompletion()
    }
    #expect(starts.values == [1])
  }

  @Test("replay after a failure begins anew, so that retry works")
  func replayAfterFailure() {
    let starts = Box<Int>()
    let replayed = Signal<Int, Mishap>.deferred {
      starts.append(1)
      let number = starts.values.count
      let rest: Signal<Int, Mishap> = number < 3 ? .failed(.second) : .empty
      return .just(number).concat(rest)
    }.replay(2)
    let other = Recorder(replayed)
    other.expect(1)
    #expect(other.expectFailure() == .second)
    let retried = Recorder(replayed.retry(count: 1))
    retried.expect(2, 3)
    retried.expectCompletion()
    #expect(starts.values.count == 3)
    let late = Recorder(replayed)
    late.expect(3)
    late.expectCompletion()
  }

  @Test(
    "a source that sends while it is connected does not deadlock, and its event is delivered",
    arguments: [0, 1])
  func sendsWhileConnecting(_ capacity: Int) {
    let source = Signal<Int, Never>.from([1, 2]).concat(.never)
    let shared = capacity == 0 ? source.share() : source.replay(capacity)
    let heard = Box<String>()
    let subscriptions = CompositeDisposable()
    subscriptions += shared.subscribe { value in
      heard.append("A\(value)")
      if value == 1 { subscriptions += shared.subscribe { heard.append("B\($0)") } }
    }

    #expect(heard.values.filter { $0.hasPrefix("A") } == ["A1", "A2"])
    let late = heard.values.filter { $0.hasPrefix("B") }
    #expect(late == (capacity == 0 ? ["B2"] : ["B1", "B2"]))
    subscriptions.dispose()
  }

  @Test(
    "work that sends nothing continues behind a shared signal until the last subscriber leaves",
    arguments: Pipe.shared.filter { !$0.traits.contains(.staysConnected) })
  func silentWork(_ pipe: Pipe) {
    let log = Box<String>()
    let rig = PipeRig()
    let first: any Disposable
    let second: any Disposable
    do {
      let work = Signal<Item, Mishap> { _ in
        log.append("+")
        return AnyDisposable { log.append("-") }
      }
      let shared = pipe.build(work, rig.parts)
      first = shared.follow()
      second = shared.follow()
    }
    #expect(!first.isDisposed && !second.isDisposed)
    #expect(log.values == ["+"])
    first.dispose()
    second.dispose()
    #expect(log.values == ["+", "-"])
  }

  @Test("a subscriber that leaves while the source is being connected ends the source")
  func leavesWhileConnecting() {
    let log = Box<String>()
    let shared = Signal<Int, Never> { observer in
      log.append("+")
      observer.send(1)
      observer.send(2)
      return AnyDisposable { log.append("-") }
    }.share()
    let recorder = Recorder(shared.take(first: 1))
    recorder.expect(1)
    recorder.expectCompletion()
    #expect(log.values == ["+", "-"])
  }

  @Test("disposing of one subscriber of a shared signal does not change the others' order")
  func orderAfterLeaving() {
    let shared = subject.signal.share()
    let heard = Box<String>()
    let all = ["A", "B", "C"].map { name in shared.follow { heard.append("\(name)\($0)") } }
    subject.send(1)
    all[0].dispose()
    subject.send(2)
    #expect(heard.values == ["A1", "B1", "C1", "B2", "C2"])
    for subscription in all { subscription.dispose() }
  }
}
