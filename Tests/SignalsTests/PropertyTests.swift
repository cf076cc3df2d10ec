import Signals
import SignalsTesting
import Testing

@Suite("Property")
@MainActor
struct PropertyTests {
  /// Not comparable, so that every set is a change.
  private struct Opaque: Sendable {
    let number: Int
  }

  @Test("an observer receives the current value, then changes, and reads the value it receives")
  func observe() {
    let property = MutableProperty(1)
    var heard: [[Int]] = []
    let observation = property.observe { heard.append([$0, property.value]) }
    property.value = 2
    observation.dispose()
    property.value = 3
    #expect(heard == [[1, 1], [2, 2]])
  }

  @Test("a set to an equal value is no change, when values can be compared")
  func repeats() {
    let recorder = Recorder(MutableProperty(1))
    recorder.expect(1)
    let equatable = MutableProperty(1)
    let other = Recorder(equatable)
    equatable.value = 1
    equatable.modify { $0 += 0 }
    other.expect(1)

    let opaque = MutableProperty(Opaque(number: 1))
    let third = Recorder(opaque.map(\.number))
    let fourth = Recorder(opaque)
    opaque.value = Opaque(number: 1)
    third.expect(1)
    #expect(fourth.takeValues().count == 2)
  }

  @Test("modify changes in place and returns")
  func modify() {
    let property = MutableProperty([1])
    let recorder = Recorder(property)
    let count = property.modify { values in
      values.append(2)
      return values.count
    }
    #expect(count == 2)
    recorder.expect([1], [1, 2])
  }

  @Test("a diamond gives one consistent change")
  func diamond() {
    let source = MutableProperty(1)
    let tens = source.map { $0 * 10 }
    let deep = tens.map { $0 + 1 }.map { $0 - 1 }
    var mapped = 0
    let both = source.combineLatest(with: tens).combineLatest(with: deep).map { pair in
      mapped += 1
      return [pair.0.0, pair.0.1, pair.1]
    }
    let recorder = Recorder(both)
    source.value = 2
    source.value = 3
    recorder.expect([1, 10, 10], [2, 20, 20], [3, 30, 30])
    #expect(mapped == 3)
  }

  @Test("a batch notifies once, at its end, and reads inside are up to date")
  func batching() throws {
    let a = MutableProperty(1)
    let b = MutableProperty(2)
    let sum = Property.combineLatest(a, b).map { $0.0 + $0.1 }
    let recorder = Recorder(sum)
    recorder.expect(3)
    batch {
      a.value = 10
      batch { b.value = 20 }
      recorder.expectNothing()
      #expect(sum.value == 30)
      a.value = 11
    }
    recorder.expect(31)

    #expect(throws: Mishap.first) {
      try batch {
        a.value = 0
        throw Mishap.first
      }
    }
    recorder.expect(20)
  }

  @Test("a value that changes and changes back within a batch is no change")
  func thereAndBack() {
    let property = MutableProperty(0)
    let recorder = Recorder(property)
    recorder.expect(0)
    var late: Recorder<Int, Never>?
    batch {
      property.value = 1
      late = Recorder(property)
      property.value = 0
    }
    recorder.expectNothing()
    late?.expect(1, 0)
  }

  @Test("an observation that begins inside a batch receives the value once")
  func observedInBatch() {
    let property = MutableProperty(Opaque(number: 0))
    var recorder: Recorder<Opaque, Never>?
    batch {
      property.value = Opaque(number: 1)
      recorder = Recorder(property)
    }
    #expect(recorder?.takeValues().map(\.number) == [1])
  }

  @Test("all derived properties settle before any observer is notified")
  func settleFirst() {
    let source = MutableProperty(1)
    let double = source.map { $0 * 2 }
    var heard: [Int] = []
    let first = source.observe { _ in heard.append(double.value) }
    let second = double.observe { _ in heard.append(source.value * 100) }
    source.value = 2
    #expect(heard == [2, 100, 4, 200])
    first.dispose()
    second.dispose()
  }

  @Test("a set from inside an observer is delivered afterwards, to all in the same order")
  func setInside() {
    let property = MutableProperty(0)
    var heard: [String] = []
    let first = property.observe { value in
      heard.append("A\(value)")
      if value == 1 { property.value = 2 }
    }
    let second = property.observe { heard.append("B\($0)") }
    property.value = 1
    #expect(heard == ["A0", "B0", "A1", "B1", "A2", "B2"])
    first.dispose()
    second.dispose()
  }

  @Test("a hundred thousand chained sets do not grow the stack")
  func chainedSets() {
    let property = MutableProperty(0)
    let next = property.map { $0 + 1 }
    let observation = next.observe { if $0 < 100_000 { property.value = $0 } }
    #expect(property.value == 99_999)
    observation.dispose()
  }

  @Test("an observer disposed of by an earlier one receives nothing more")
  func disposedDuringDelivery() {
    let property = MutableProperty(0)
    let victim = SerialDisposable()
    var heard: [Int] = []
    let first = property.observe { if $0 == 1 { victim.dispose() } }
    victim.inner = property.observe { heard.append($0) }
    property.value = 1
    #expect(heard == [0])
    first.dispose()
  }

  @Test("a derived property retains its source and is not retained by it")
  func retention() {
    var source: MutableProperty<Int>? = MutableProperty(1)
    weak let sourceTrace = source
    var derived = source?.map { $0 + 1 }
    weak let derivedTrace = derived
    source = nil
    #expect(sourceTrace != nil)
    sourceTrace?.value = 5
    #expect(derived?.value == 6)
    derived = nil
    #expect(derivedTrace == nil)
    #expect(sourceTrace == nil)
  }

  @Test("an observation keeps a derived property until it is disposed of")
  func observationKeeps() {
    let source = MutableProperty(1)
    var heard: [Int] = []
    var probe: Probe? = Probe()
    weak let trace = probe
    let observation = source.map { [probe] value in
      _ = probe
      return value * 2
    }.observe { heard.append($0) }
    probe = nil
    source.value = 2
    #expect(heard == [2, 4])
    #expect(trace != nil)
    observation.dispose()
    #expect(trace == nil)
  }

  @Test("an unobserved derived property is computed when it is read")
  func lazy() {
    let source = MutableProperty(1)
    var count = 0
    let derived = source.map { value in
      count += 1
      return value
    }
    for value in 2...10 { source.value = value }
    #expect(count == 1)
    #expect(derived.value == 10)
    #expect(derived.value == 10)
    #expect(count == 2)
  }

  @Test("flatMap(.latest) follows the inner property of the latest value")
  func flatMap() {
    let inners = [MutableProperty("a"), MutableProperty("b")]
    let index = MutableProperty(0)
    let recorder = Recorder(index.flatMap(.latest) { inners[$0] })
    inners[1].value = "B"
    inners[0].value = "A"
    index.value = 1
    inners[0].value = "gone"
    batch {
      inners[1].value = "C"
      index.value = 0
      inners[0].value = "D"
    }
    recorder.expect("a", "A", "B", "D")
  }

  @Test("flatMap releases an inner property that is no longer the latest")
  func flatMapReleases() {
    let index = MutableProperty(0)
    weak var trace: MutableProperty<Int>?
    let flat = index.flatMap(.latest) { number in
      let inner = MutableProperty(number)
      if number == 0 { trace = inner }
      return inner
    }
    #expect(trace != nil)
    index.value = 1
    #expect(flat.value == 1)
    #expect(trace == nil)
  }

  @Test("combineLatest of three and four")
  func combineMany() {
    let a = MutableProperty(1)
    let three = Property.combineLatest(a, Property("x"), Property(true)).map { "\($0)\($1)\($2)" }
    let four = Property.combineLatest(a, a, a, a).map { $0 + $1 + $2 + $3 }
    a.value = 2
    #expect(three.value == "2xtrue")
    #expect(four.value == 8)
  }

  @Test("three and four combined properties skip repeats, as two do")
  func combineManySkipsRepeats() {
    let a = MutableProperty(1)
    let parity = a.map { $0 % 2 }
    let three = Recorder(Property.combineLatest(parity, Property(2), Property("x")).signal)
    let four = Recorder(Property.combineLatest(parity, parity, Property(2), parity).signal)
    for value in [3, 5, 6] { a.value = value }
    #expect(three.takeValues().map(\.0) == [1, 0])
    #expect(four.takeValues().map(\.0) == [1, 0])
  }

  @Test("a property keeps the last value of a signal and releases the signal")
  func fromSignal() {
    let ended = Box<Int>()
    let subject = Subject<Int, Never>()
    var property: Property<Int>? = Property(
      initial: 0, then: subject.signal.on(disposed: { ended.append(1) }))
    subject.send(5)
    #expect(property?.value == 5)
    property = nil
    #expect(ended.values == [1])
  }

  @Test("the signal of a property sends the current value, then changes")
  func signal() {
    let property = MutableProperty(1)
    let recorder = Recorder(property.map { $0 * 2 }.signal)
    property.value = 2
    property.value = 2
    recorder.expect(2, 4)
    recorder.dispose()
    property.value = 3
    recorder.expectNothing()
  }

  @Test("the signal of a property can be subscribed to off the main actor")
  func signalElsewhere() async {
    let signal = MutableProperty(7).signal
    #expect(await Task.detached { await signal.first() }.value == 7)
  }

  @Test("a binding follows its source until the target is released")
  func binding() {
    let source = MutableProperty(1)
    var target: MutableProperty<Int>? = MutableProperty(0)
    let trace = Box<Int>()
    if let target {
      target
        <~ source.map { value in
          trace.append(value)
          return value
        }
    }
    source.value = 2
    #expect(target?.value == 2)
    target = nil
    source.value = 3
    #expect(trace.values == [1, 2])
  }

  @Test("a binding can be ended, and accepts signals")
  func bindingSignal() {
    let subject = Subject<Int, Never>()
    let target = MutableProperty(0)
    let binding = target <~ subject.signal
    subject.send(4)
    binding.dispose()
    subject.send(5)
    #expect(target.value == 4)

    let lifetime = Lifetime()
    var heard: [Int] = []
    BindingTarget(lifetime: lifetime) { heard.append($0) } <~ target
    target.value = 6
    lifetime.end()
    target.value = 7
    #expect(heard == [4, 6])
  }

  @Test("each action of the test scheduler is one batch")
  func testSchedulerBatches() {
    let scheduler = TestScheduler()
    let property = MutableProperty(0)
    let recorder = Recorder(property)
    scheduler.schedule {
      MainActor.assumeIsolated {
        property.value = 1
        property.value = 2
      }
    }
    scheduler.run()
    recorder.expect(0, 2)
  }

  @Test("dispose off the main actor silences the observer", .timeLimit(.minutes(1)))
  func disposeElsewhere() async {
    let property = MutableProperty(0)
    var heard: [Int] = []
    let observation = property.observe { heard.append($0) }
    await Task.detached { observation.dispose() }.value
    property.value = 1
    #expect(heard == [0])
  }
}
