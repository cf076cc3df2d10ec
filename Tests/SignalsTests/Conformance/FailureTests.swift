import Signals
import SignalsTesting
import Testing

@Suite("Failures")
struct FailureTests {
  private struct Other: Error, Equatable {
    let code: Int
  }

  private let subject = Subject<Int, Mishap>()

  @Test("retry(count:) subscribes once more than its count and passes the last failure")
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

  @Test("retry passes the last failure, not the first, and ends each attempt")
  func retryLast() {
    let failures = Box<Mishap>([.first, .first, .second])
    let left = Box<Int>()
    let source = Signal<Int, Mishap> { observer in
      observer.fail(failures.modify { $0.removeFirst() })
      return AnyDisposable { left.append(1) }
    }
    #expect(Recorder(source.retry(count: 2)).expectFailure() == .second)
    #expect(left.values.count == 3)
  }

  @Test("retry stops at completion")
  func retryCompletes() {
    let attempts = Box<Int>()
    let source = Signal<Int, Mishap>.deferred {
      attempts.append(1)
      return attempts.values.count < 3 ? .failed(.first) : .just(7)
    }
    let recorder = Recorder(source.retry(count: 10))
    recorder.expect(7)
    recorder.expectCompletion()
    #expect(attempts.values.count == 3)
  }

  @Test("a value between failures does not give retry(count:) new attempts")
  func retryAfterValue() {
    let recorder = Recorder(
      Signal<Int, Mishap>.just(1).concat(.failed(.first)).retry(count: 2))
    recorder.expect(1, 1, 1)
    #expect(recorder.expectFailure() == .first)
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

  @Test("catch ends the failed signal before it subscribes to the other")
  func catchOrder() {
    let log = Box<String>()
    let recorder = Recorder(
      subject.signal.on(disposed: { log.append("left") }).catch { failure in
        Signal<Int, Mishap>.deferred {
          log.append("next")
          return .failed(failure == .first ? .second : .first)
        }
      })
    subject.fail(.first)
    #expect(log.values == ["left", "next"])
    #expect(recorder.expectFailure() == .second)
  }

  @Test("mapError replaces the failure's type and nothing else")
  func mapError() {
    let recorder = Recorder(subject.signal.mapError { Other(code: $0 == .first ? 1 : 2) })
    subject.send(1)
    subject.fail(.second)
    recorder.expect(1)
    #expect(recorder.expectFailure() == Other(code: 2))

    let done = Recorder(Signal<Int, Mishap>.just(1).mapError { _ in Other(code: 0) })
    done.expect(1)
    done.expectCompletion()
  }

  @Test("catch with a signal that cannot fail makes one that cannot fail")
  func catchToNever() {
    let safe: Signal<Int, Never> = subject.signal.catch { failure in
      .just(failure == .first ? -1 : -2)
    }
    let recorder = Recorder(safe)
    subject.send(1)
    subject.fail(.second)
    recorder.expect(1, -2)
    recorder.expectCompletion()
  }

  @Test("a signal that cannot fail is promoted to any failure type and keeps its events")
  func promotion() {
    let source = Subject<Int, Never>()
    let promoted: Signal<Int, Mishap> = source.signal.promoteError()
    let recorder = Recorder(promoted.merge(with: subject.signal))
    source.send(1)
    source.complete()
    subject.send(2)
    subject.fail(.first)
    recorder.expect(1, 2)
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

  @Test("flatMap of a signal that cannot fail takes on the inner signals' failure type")
  func flatMapPromotes() {
    let source = Subject<Int, Never>()
    let flat: Signal<Int, Other> = source.signal.flatMap(.merge) { value in
      value < 3 ? Signal<Int, Other>.just(value) : .failed(Other(code: value))
    }
    let recorder = Recorder(flat)
    for value in 1...4 { source.send(value) }
    recorder.expect(1, 2)
    #expect(recorder.expectFailure() == Other(code: 3))
  }

  @Test("materialize turns a failing signal into one that cannot fail")
  func materialized() {
    let events: Signal<Event<Int, Mishap>, Never> = subject.signal.materialize()
    let recorder = Recorder(events)
    subject.fail(.second)
    recorder.expect(.failed(.second))
    recorder.expectCompletion()
  }

  @Test("a failure passes every operator at once and unchanged", arguments: Pipe.all)
  func passes(_ pipe: Pipe) {
    guard !pipe.name.hasPrefix("retry"), pipe.name != "catch", pipe.name != "promoteError"
    else { return }
    let rig = PipeRig()
    let failures = Box<Mishap>()
    let subscription = rig.signal(pipe).subscribe(value: { _ in }, failed: { failures.append($0) })
    rig.prime()
    rig.send(0..<3)
    rig.source.fail(.second)
    if pipe.traits.contains(.hops) { rig.scheduler.advance(by: .zero) }

    #expect(failures.values == [.second])
    #expect(subscription.isDisposed)
  }
}
