import Signals
import SignalsTesting
import Testing

@Suite("Combining")
struct CombiningTests {
  private let subject = Subject<Int, Mishap>()
  private let other = Subject<Int, Mishap>()

  @Test("merge completes when all have completed, and fails with the first failure")
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

  @Test("merge unsubscribes from its other inputs when one fails")
  func mergeLeaves() {
    let left = Box<Int>()
    let recorder = Recorder(
      other.signal.on(disposed: { left.append(1) }).merge(with: subject.signal))
    subject.fail(.second)
    #expect(recorder.expectFailure() == .second)
    #expect(left.values == [1])
  }

  @Test("combineLatest sends nothing before all have a value and completes when all have completed")
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

  @Test("combineLatest fails at the first failure and unsubscribes from the others")
  func combineLatestFails() {
    let left = Box<Int>()
    let recorder = Recorder(
      subject.signal.combineLatest(with: other.signal.on(disposed: { left.append(1) })).map(\.0))
    other.send(1)
    subject.fail(.second)
    other.send(2)
    #expect(recorder.expectFailure() == .second)
    #expect(left.values == [1])
  }

  @Test("combineLatest completes without a value when an input completes without one")
  func combineLatestEmpty() {
    Recorder(Signal<Int, Mishap>.empty.combineLatest(with: subject.signal).map(\.0))
      .expectCompletion()
  }

  @Test("combineLatest of an array completes when a late input turns out empty, and when all end")
  func combineLatestArrayEnds() {
    let hopeless = Recorder(
      Signal<[Int], Mishap>.combineLatest([subject.signal, other.signal]))
    subject.send(1)
    other.complete()
    hopeless.expectCompletion()

    let done = Recorder(Signal<[Int], Mishap>.combineLatest([.just(1), .from([2, 3])]))
    done.expect([1, 2], [1, 3])
    done.expectCompletion()
    Recorder(Signal<[Int], Mishap>.combineLatest([])).expectCompletion()
  }

  @Test("combineLatest takes the changes of three and four inputs one by one")
  func combineLatestMore() {
    let three = Recorder(
      Signal<(Int, Int, Int), Mishap>.combineLatest(subject.signal, other.signal, .just(7))
        .map { [$0, $1, $2] })
    let four = Recorder(
      Signal<(Int, Int, Int, Int), Mishap>
        .combineLatest(.just(8), subject.signal, other.signal, .just(7)).map { [$0, $1, $2, $3] })
    subject.send(1)
    other.send(2)
    subject.send(3)
    three.expect([1, 2, 7], [3, 2, 7])
    four.expect([8, 1, 2, 7], [8, 3, 2, 7])
    subject.complete()
    other.complete()
    three.expectCompletion()
    four.expectCompletion()
  }

  @Test("combineLatest keeps an optional input's nil as a value")
  func combineLatestOptional() {
    let recorder = Recorder(
      Signal<[Int?], Never>.combineLatest([.just(nil), .just(1)]))
    recorder.expect([nil, 1])
    recorder.expectCompletion()
  }

  @Test("combineLatest of a hundred keeps the order of its inputs")
  func combineLatestMany() {
    let inputs = (0..<100).map { _ in Subject<Int, Never>() }
    let recorder = Recorder(Signal<[Int], Never>.combineLatest(inputs.map(\.signal)))
    for (number, input) in inputs.enumerated() { input.send(number) }
    recorder.expect(Array(0..<100))
  }

  @Test("combineLatest of a hundred, nested in pairs, keeps the order of its inputs")
  func combineLatestNested() {
    let inputs = (0..<100).map { _ in Subject<Int, Never>() }
    let nested = inputs.dropFirst().reduce(inputs[0].signal.map { [$0] }) { result, input in
      result.combineLatest(with: input.signal).map { $0 + [$1] }
    }
    let recorder = Recorder(nested)
    for (number, input) in inputs.enumerated() { input.send(number) }
    inputs[0].send(100)
    recorder.expect(Array(0..<100), [100] + Array(1..<100))
  }

  @Test(
    "withLatest sends nothing before the other has a value, and the other's end changes nothing")
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

  @Test("withLatest ends with its source and unsubscribes from the other")
  func withLatestEnds() {
    let left = Box<Int>()
    let sampled = Signal<Int, Never>.just(1).concat(.never).on(disposed: { left.append(1) })
    let recorder = Recorder(subject.signal.withLatest(from: sampled).map { $0 + $1 })
    subject.send(1)
    subject.fail(.first)
    recorder.expect(2)
    #expect(recorder.expectFailure() == .first)
    #expect(left.values == [1])
  }
}
