import Signals
import SignalsTesting
import Testing

@Suite("Recorder")
struct RecorderTests {
  private let subject = Subject<Int, Mishap>()

  @Test("an unasserted event fails the test when the recorder is released")
  func unasserted() {
    withKnownIssue {
      _ = Recorder(Signal<Int, Never>.just(1))
    } matching: { issue in
      issue.description.contains("recorded and not asserted: value(1), completed")
    }
  }

  @Test("finish reports once and ends the subscription")
  func finish() {
    let recorder = Recorder(subject.signal)
    subject.send(1)
    withKnownIssue { recorder.finish() }
    subject.send(2)
    #expect(recorder.isDisposed)
    recorder.finish()
  }

  @Test("wrong expectations fail the test")
  func wrong() {
    let recorder = Recorder(Signal<Int, Mishap>.from([1, 2]).concat(.failed(.first)))
    withKnownIssue { recorder.expect(1) }
    withKnownIssue { recorder.expectCompletion() }
    withKnownIssue { recorder.expectFailure() }
  }

  @Test("skipping leaves nothing to assert")
  func skipping() {
    let recorder = Recorder(Signal<Int, Never>.just(1))
    recorder.skipAll()
    recorder.finish()
  }

  @Test("events are taken from the front")
  func taking() {
    let recorder = Recorder(Signal<Int, Mishap>.from([1, 2, 3, 4]).concat(.failed(.first)))
    recorder.expectNext(1)
    #expect(recorder.takeNext() == .value(2))
    #expect(recorder.takeValue() == 3)
    recorder.expectValue { $0 > 3 }
    recorder.expectFailure(.first)
    #expect(recorder.takeNext() == nil)
  }

  @Test("each single expectation fails on another event and on none")
  func singleWrong() {
    let recorder = Recorder(subject.signal)
    withKnownIssue { recorder.expectNext(1) }
    withKnownIssue { _ = recorder.takeValue() }
    withKnownIssue { recorder.expectValue { _ in true } }
    withKnownIssue { recorder.expectFailure(.first) }
    subject.send(1)
    withKnownIssue { recorder.expectNext(2) }
    subject.send(1)
    withKnownIssue { recorder.expectValue { $0 > 1 } }
    subject.fail(.second)
    withKnownIssue {
      recorder.expectFailure(.first)
    } matching: { issue in
      issue.description.contains("expected the failure .first, got failed(")
    }
  }

  @Test("events that arrive during a block are asserted together with it")
  func during() throws {
    let recorder = Recorder(subject.signal)
    let result = recorder.expect(
      1, 2,
      during: { () -> String in
        subject.send(1)
        subject.send(2)
        return "done"
      })
    #expect(result == "done")
    recorder.expectNothing(during: {})
    #expect(throws: Mishap.second) {
      try recorder.expectNothing(during: { () throws(Mishap) in throw .second })
    }
  }

  @Test("events left before a block, or extra ones during it, fail the test")
  func duringWrong() {
    let recorder = Recorder(subject.signal)
    subject.send(0)
    withKnownIssue {
      recorder.expect(1, during: { subject.send(1) })
    } matching: { issue in
      issue.description.contains("expected nothing, got value(0)")
    }
    withKnownIssue { recorder.expect(1, during: {}) }
    withKnownIssue { recorder.expectNothing(during: { subject.send(1) }) }
  }

  @Test("a recorder reports when its subscription has ended")
  func disposed() {
    let ended = Recorder(subject.signal)
    #expect(!ended.isDisposed)
    subject.complete()
    #expect(ended.isDisposed)
    ended.expectCompletion()
    let left = Recorder(Signal<Int, Never>.never)
    left.dispose()
    #expect(left.isDisposed)
  }

  @Test("a recorder and its events are released with the test")
  func released() {
    let leaks = LeakDetector()
    do {
      let recorder = leaks.watch(Recorder(subject.signal.map { _ in leaks.watch(Probe()) }))
      subject.send(1)
      #expect(leaks.alive.count == 2)
      recorder.skipAll()
    }
    leaks.expectAllReleased()
  }
}

@Suite("Recorder of properties")
@MainActor
struct RecorderPropertyTests {
  @Test("the first value, the changes and nothing in between")
  func property() {
    let property = MutableProperty("a")
    let recorder = Recorder(property)
    recorder.expectNext("a")
    recorder.expect("b", during: { property.value = "b" })
    recorder.expectNothing(during: { property.value = "b" })
  }

  @Test("an extra change fails the test")
  func tooMany() {
    let property = MutableProperty(1)
    let recorder = Recorder(property)
    recorder.expectNext(1)
    withKnownIssue {
      recorder.expect(
        3,
        during: {
          property.value = 2
          property.value = 3
        })
    } matching: { issue in
      issue.description.contains("expected [3], got [2, 3]")
    }
  }
}

@Suite("Recorder and other threads", .timeLimit(.minutes(1)))
struct RecorderWaitTests {
  private let subject = Subject<Int, Mishap>()

  @Test("next waits for the next event")
  func next() async {
    let recorder = Recorder(subject.signal)
    let sender = Task.detached { [subject] in
      subject.send(1)
      subject.fail(.first)
    }
    #expect(await recorder.next() == .value(1))
    #expect(await recorder.next() == .failed(.first))
    await sender.value
  }

  @Test("wait(for:) waits for a number of events, and a terminal event ends the wait")
  func count() async {
    let recorder = Recorder(subject.signal)
    let sender = Task.detached { [subject] in
      for value in 1...3 { subject.send(value) }
      subject.complete()
    }
    #expect(await recorder.wait(for: 3))
    #expect(recorder.takeValues().prefix(3) == [1, 2, 3])
    #expect(await recorder.wait(for: 100))
    recorder.expectCompletion()
    await sender.value
  }

  @Test("an event that does not arrive in time fails the test")
  func deadline() async {
    let recorder = Recorder(subject.signal)
    await withKnownIssue {
      #expect(await recorder.next(within: .milliseconds(5)) == nil)
    } matching: { issue in
      issue.description.contains("no event came within")
    }
    subject.send(1)
    await withKnownIssue {
      #expect(await !recorder.wait(for: 2, within: .milliseconds(5)))
    } matching: { issue in
      issue.description.contains("2 events did not come") && issue.description.contains("value(1)")
    }
    recorder.expect(1)
  }

  @Test("eventually waits for a condition that others bring about")
  func condition() async throws {
    let recorder = Recorder(subject.signal)
    let sender = Task.detached { [subject] in subject.send(7) }
    try await eventually("an event") { !recorder.events.isEmpty }
    #expect(try await awaited("a value") { recorder.takeValues().first } == 7)
    await sender.value
  }

  @Test("a condition that never holds fails the test and stops it")
  func never() async {
    await withKnownIssue {
      await #expect(throws: DeadlinePassed.self) {
        try await eventually("the impossible", within: .milliseconds(5)) { false }
      }
    } matching: { issue in
      issue.description.contains("the impossible: not within")
    }
  }
}

@Suite("Recorder of leaks")
struct RecorderLeakTests {
  @Test("a live object fails the test by its name")
  func alive() {
    let leaks = LeakDetector()
    let kept = [leaks.watch(Probe()), leaks.watch(Probe(), as: "the other")]
    leaks.watch(Probe(), as: "gone")
    #expect(leaks.alive == ["Probe", "the other"])
    withKnownIssue {
      leaks.expectAllReleased()
    } matching: { issue in
      issue.description.contains("still alive: Probe, the other")
    }
    withExtendedLifetime(kept) {}
  }
}
