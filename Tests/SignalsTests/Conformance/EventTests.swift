import Signals
import SignalsTesting
import Testing

@Suite("Events")
struct EventTests {
  @Test("a value or a second end after a terminal event is ignored")
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

  @Test("a value after a terminal event of a subject is ignored")
  func nothingAfterSubjectEnds() {
    for replays in [0, 3] {
      let subject = ReplaySubject<Int, Mishap>(capacity: replays)
      let recorder = Recorder(subject.signal)
      subject.complete()
      subject.send(1)
      subject.fail(.first)

      recorder.expectCompletion()
      Recorder(subject.signal).expectCompletion()
    }
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

  @Test("a terminal event sent from inside a terminal event is ignored")
  func terminalInsideTerminal() {
    let subject = Subject<Int, Mishap>()
    let heard = Box<String>()
    let subscription = subject.signal.subscribe { _ in
    } failed: { failure in
      heard.append("\(failure)")
      subject.complete()
      subject.fail(.second)
    } completed: {
      heard.append("|")
    }

    subject.fail(.first)

    #expect(heard.values == ["first"])
    #expect(subscription.isDisposed)
  }

  @Test("a terminal event sent from inside a value ends work's stream after that value, once")
  func reentrantTerminalOfWork() {
    let ends = Box<Observer<Int, Mishap>>()
    let heard = Box<String>()
    let subscription = Signal<Int, Mishap> { observer in
      ends.append(observer)
      return AnyDisposable { heard.append("teardown") }
    }.subscribe { value in
      ends.values[0].complete()
      ends.values[0].fail(.first)
      ends.values[0].send(9)
      heard.append("\(value)")
    } failed: { _ in
      heard.append("failed")
    } completed: {
      heard.append("completed")
    }

    ends.values[0].send(1)

    #expect(heard.values == ["1", "completed", "teardown"])
    #expect(subscription.isDisposed)
  }

  @Test("a hand-made observer ignores what follows its terminal event")
  func handMade() {
    let heard = Box<String>()
    let again = Box<Observer<Int, Mishap>>()
    let observer = Observer<Int, Mishap> {
      heard.append("\($0)")
    } failed: { _ in
      heard.append("failed")
    } completed: {
      again.values[0].send(2)
      again.values[0].fail(.first)
      heard.append("completed")
    }
    again.append(observer)

    observer.send(1)
    observer.complete()
    observer.send(3)
    observer.fail(.first)
    observer.complete()

    #expect(heard.values == ["1", "completed"])
    #expect(observer.isDisposed)
  }

  @Test("a hand-made observer hears its end before the work is torn down, and only once")
  func handMadeOfSignal() {
    let heard = Box<String>()
    let ends = Box<Observer<Int, Never>>()
    let signal = Signal<Int, Never> { observer in
      ends.append(observer)
      return AnyDisposable { heard.append("teardown") }
    }
    let subscription = signal.subscribe(
      Observer {
        heard.append("\($0)")
      } completed: {
        heard.append("completed")
      })

    ends.values[0].send(1)
    ends.values[0].complete()
    ends.values[0].send(2)

    #expect(heard.values == ["1", "completed", "teardown"])
    #expect(subscription.isDisposed)
  }

  @Test("an observer of a terminated signal receives its end at once and no value")
  func lateObserver() {
    let subject = Subject<Int, Mishap>()
    subject.send(1)
    subject.fail(.first)

    #expect(Recorder(subject.signal).expectFailure() == .first)
  }

  @Test("a replay subject replays the last values, then its end")
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

  @Test(
    "a subject whose sending ends are all released ends its subscriptions without a terminal event")
  func subjectGoes() {
    var subject: Subject<Int, Mishap>? = Subject()
    var end = subject?.observer
    let signal = subject?.signal
    var probe: Probe? = Probe()
    weak let trace = probe
    let log = Box<String>()
    let subscription = signal?.on(disposed: { log.append("disposed") })
      .subscribe { [probe] value in
        _ = probe
        log.append("\(value)")
      } failed: { _ in
        log.append("failed")
      } completed: {
        log.append("completed")
      }
    probe = nil
    subject = nil
    end?.send(1)
    #expect(trace != nil)
    #expect(subscription?.isDisposed == false)
    end = nil

    #expect(trace == nil)
    #expect(log.values == ["1", "disposed"])
    #expect(subscription?.isDisposed == true)
  }

  @Test("a released replay subject still replays its values, then ends without an event")
  func replaySubjectGoes() {
    var subject: ReplaySubject<Int, Mishap>? = ReplaySubject(capacity: 1)
    var ended: ReplaySubject<Int, Mishap>? = ReplaySubject(capacity: 1)
    let signals = [subject?.signal, ended?.signal].compactMap { $0 }
    subject?.send(1)
    subject?.send(2)
    ended?.send(3)
    ended?.fail(.second)
    subject = nil
    ended = nil

    let late = Recorder(signals[0])
    late.expect(2)
    #expect(late.isDisposed)
    let lateFailure = Recorder(signals[1])
    lateFailure.expect(3)
    lateFailure.expectFailure(.second)
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

  @Test("forwarding to another observer ends with that observer")
  func forwarding() {
    let subject = Subject<Int, Never>()
    let relay = Signal<Int, Never> { subject.signal.subscribe($0) }
    let recorder = Recorder(relay.take(first: 2))

    for value in 1...3 { subject.send(value) }

    recorder.expect(1, 2)
    recorder.expectCompletion()
  }

  @Test("an observer of three closures may be passed to several signals, until the first end")
  func ownObserver() {
    let heard = Box<String>()
    let observer = Observer<Int, Mishap> {
      heard.append("\($0)")
    } failed: {
      heard.append("\($0)")
    } completed: {
      heard.append("|")
    }
    let subject = Subject<Int, Mishap>()
    let first = subject.signal.subscribe(observer)
    subject.send(1)
    let second = Signal<Int, Mishap>.from([8, 9]).subscribe(observer)
    let third = Signal<Int, Mishap>.failed(.second).subscribe(observer)
    subject.send(2)

    #expect(heard.values == ["1", "8", "9", "|"])
    #expect(first.isDisposed && second.isDisposed && third.isDisposed)
  }

  @Test("two subscriptions of work are two runs that do not mix")
  func coldWork() {
    let runs = Box<Observer<Int, Never>>()
    let signal = Signal<Int, Never> { observer in
      runs.append(observer)
      return AnyDisposable()
    }
    let first = Recorder(signal)
    let second = Recorder(signal)
    runs.values[0].send(1)
    runs.values[1].send(2)
    runs.values[0].complete()
    runs.values[1].send(3)

    first.expect(1)
    first.expectCompletion()
    second.expect(2, 3)
  }
}
