import SeededRandom
import Signals
import SignalsTesting
import Testing

@Suite("Property contract")
@MainActor
struct PropertyConformanceTests {
  /// Not comparable, so that every set is a change.
  private struct Opaque: Sendable {
    let number: Int
  }

  @Test("an observer that reads the property inside its event reads the new value")
  func readsInside() {
    let property = MutableProperty(1)
    let doubled = property.map { $0 * 2 }
    var heard: [[Int]] = []
    let observations = CompositeDisposable([
      doubled.observe { heard.append([$0, property.value, doubled.value]) },
      property.observe { heard.append([$0, property.value, doubled.value]) },
    ])
    property.value = 2
    #expect(heard == [[2, 1, 2], [1, 1, 2], [2, 2, 4], [4, 2, 4]])
    observations.dispose()
  }

  @Test("a set inside an observer is delivered after the current change, to all and in order")
  func setsInside() {
    let property = MutableProperty(0)
    var heard: [String] = []
    let observations = CompositeDisposable([
      property.observe { heard.append("A\($0)") },
      property.observe { value in
        if value == 1 {
          property.value = 2
          #expect(property.value == 2)
          property.value = 3
        }
        heard.append("B\(value)")
      },
      property.map { $0 * 10 }.observe { heard.append("C\($0)") },
    ])
    heard = []
    property.value = 1
    #expect(heard == ["A1", "B1", "C10", "A3", "B3", "C30"])
    observations.dispose()
  }

  @Test("a property's signal sends the current value, then the changes, none lost and none twice")
  func signal() {
    let property = MutableProperty(1)
    let recorder = Recorder(property.signal)
    recorder.expect(1)
    property.value = 2
    batch {
      property.value = 3
      property.value = 4
    }
    let late = Recorder(property.signal)
    property.value = 5
    recorder.expect(2, 4, 5)
    late.expect(4, 5)
  }

  @Test("sets that race with subscriptions off the main actor neither lose nor repeat values")
  func racingSubscription() async {
    for _ in 0..<50 {
      let property = MutableProperty(0)
      let signal = property.signal
      let heard = Box<Int>()
      let task = Task.detached { signal.subscribe { heard.append($0) } }
      for value in 1...20 {
        property.value = value
        await Task.yield()
      }
      let subscription = await task.value
      while heard.values.last != 20 { await Task.yield() }
      let values = heard.values
      #expect(values == Array((values.first ?? 0)...20))
      subscription.dispose()
    }
  }

  @Test("a derived property keeps its sources alive, and they hold it weakly")
  func retention() {
    var source: MutableProperty<Int>? = MutableProperty(1)
    weak let sourceTrace = source
    var derived = source?.map { $0 + 1 }
    weak let derivedTrace = derived
    source = nil
    #expect(sourceTrace != nil)
    sourceTrace?.value = 5
    #expect(derived?.value == 6)
    source = sourceTrace
    derived = nil
    #expect(derivedTrace == nil)
    source?.value = 7
    #expect(source?.value == 7)
    source = nil
    #expect(sourceTrace == nil)
  }

  @Test("a pair and a flattened property keep their sources alive, and they hold it weakly")
  func retentionOfMore() {
    var first: MutableProperty<Int>? = MutableProperty(1)
    var second: MutableProperty<Int>? = MutableProperty(2)
    weak let traces = first
    weak let secondTrace = second
    var derived: [Property<Int>] = []
    if let first, let second {
      derived.append(first.combineLatest(with: second).map { $0.0 + $0.1 })
      derived.append(first.flatMap(.latest) { _ in second })
    }
    first = nil
    second = nil
    #expect(traces != nil && secondTrace != nil)
    secondTrace?.value = 5
    #expect(derived.map(\.value) == [6, 5])
    derived = []
    #expect(traces == nil && secondTrace == nil)
  }

  @Test("a diamond set in one batch sends one event and never a mixed pair")
  func diamond() {
    let source = MutableProperty(1)
    let other = MutableProperty(1)
    let tens = source.map { $0 * 10 }
    let all = source.combineLatest(with: tens).combineLatest(with: other)
    let recorder = Recorder(all.map { [$0.0.0, $0.0.1, $0.1] })
    recorder.expect([1, 10, 1])
    source.value = 2
    recorder.expect([2, 20, 1])
    batch {
      source.value = 3
      other.value = 4
      source.value = 5
    }
    recorder.expect([5, 50, 4])
  }

  @Test("a set to an equal value sends an event only if values cannot be compared")
  func equalSets() {
    let comparable = Recorder(MutableProperty(1).then { $0.value = 1 })
    comparable.expect(1)
    let property = MutableProperty(1)
    let recorder = Recorder(property)
    property.value = 1
    recorder.expect(1)
    let opaque = MutableProperty(Opaque(number: 1))
    let other = Recorder(opaque)
    opaque.value = Opaque(number: 1)
    #expect(other.takeValues().map(\.number) == [1, 1])
  }

  @Test(
    "a value that changes back within one batch sends no event, not even to an observer added in between"
  )
  func cameAndWent() {
    let property = MutableProperty(1)
    let early = Recorder(property)
    var heard: [Int] = []
    var late: (any Disposable)?
    batch {
      property.value = 2
      late = property.observe { heard.append($0) }
      property.value = 1
    }
    early.expect(1)
    #expect(heard == [2, 1])
    property.value = 2
    #expect(heard == [2, 1, 2])
    early.expect(2)
    late?.dispose()
  }

  @Test("an observer that disposes of others and of itself keeps the rest in order")
  func disposesInside() {
    let property = MutableProperty(0)
    var heard: [String] = []
    let slots = (0..<4).map { _ in SerialDisposable() }
    for (index, slot) in slots.enumerated() {
      slot.inner = property.observe { value in
        heard.append("\(index):\(value)")
        guard index == 1, value == 1 else { return }
        slots[0].dispose()
        slots[1].dispose()
        slots[2].dispose()
      }
    }
    heard = []
    property.value = 1
    property.value = 2
    #expect(heard == ["0:1", "1:1", "3:1", "3:2"])
    slots[3].dispose()
  }

  @Test("a property released inside its own delivery finishes that delivery")
  func goesInside() {
    var property: MutableProperty<Int>? = MutableProperty(0)
    weak let trace = property
    let slots = (0..<2).map { _ in SerialDisposable() }
    var heard: [String] = []
    for (name, slot) in zip(["A", "B"], slots) {
      slot.inner = property?.observe { value in
        heard.append("\(name)\(value)")
        if value == 1 {
          property = nil
          for slot in slots { slot.dispose() }
        }
      }
    }
    heard = []
    property?.value = 1
    #expect(heard == ["A1"])
    #expect(trace == nil)
  }

  @Test(
    "a derived property released in a batch while it is pending sends nothing")
  func goesWhilePending() {
    let source = MutableProperty(0)
    var derived: Property<Int>? = source.map { $0 + 1 }
    weak let trace = derived
    var heard: [Int] = []
    _ = derived?.observe { heard.append($0) }.then { $0.dispose() }
    var lost: (any Disposable)? = derived?.observe { heard.append($0) }
    heard = []
    batch {
      source.value = 1
      lost?.dispose()
      lost = nil
      derived = nil
      source.value = 2
    }
    #expect(heard.isEmpty)
    #expect(trace == nil)
    source.value = 3
    #expect(heard.isEmpty)
  }

  @Test("a flattened property that switches inside a delivery follows the latest inner one alone")
  func switchesInside() {
    let outer = MutableProperty(0)
    let inners = (0..<3).map { MutableProperty($0 * 10) }
    let flat = outer.flatMap(.latest) { inners[$0] }
    var heard: [Int] = []
    let observations = CompositeDisposable([
      inners[0].observe { value in if value == 1 { outer.value = 1 } },
      flat.observe { value in
        heard.append(value)
        if value == 10 { outer.value = 2 }
      },
    ])
    heard = []
    inners[0].value = 1
    inners[0].value = 5
    inners[1].value = 6
    inners[2].value = 7
    #expect(heard.last == 7)
    #expect(!heard.contains(5) && !heard.contains(6))
    observations.dispose()
  }

  @Test(
    "a thousand observers that leave in random order inside deliveries receive events until then")
  func manyLeave() {
    var random = SeededGenerator(seed: 1)
    let property = MutableProperty(0)
    let slots = (0..<1000).map { _ in SerialDisposable() }
    var counts = Array(repeating: 0, count: 1000)
    let order = slots.indices.shuffled(using: &random)
    for index in slots.indices {
      slots[index].inner = property.observe { value in
        counts[index] += 1
        guard index == 500 || value == 0 else { return }
        for gone in order.prefix(value * 90) where gone != 500 { slots[gone].dispose() }
      }
    }
    for value in 1...10 { property.value = value }
    let left = Set(order.prefix(900)).subtracting([500])
    #expect(slots.indices.filter { !slots[$0].isDisposed }.count == 1000 - left.count)
    for index in slots.indices where !left.contains(index) { #expect(counts[index] == 11) }
    for slot in slots { slot.dispose() }
    property.value = 11
    #expect(counts.allSatisfy { $0 <= 11 })
  }

  @Test("properties may be released on another thread than the main one")
  func releasedElsewhere() async {
    let probe = WeakProbe()
    var property: MutableProperty<Probe>? = MutableProperty(Probe())
    probe.object = property?.value
    var derived = property?.map { $0 }
    property = nil
    let last = Box<Property<Probe>>(derived.map { [$0] } ?? [])
    derived = nil
    await concurrently(1) { _ in last.removeAll() }
    try? await eventually { probe.object == nil }
    #expect(probe.object == nil)
  }
}

@MainActor
private final class WeakProbe {
  weak var object: Probe?
}

extension MutableProperty {
  fileprivate func then(_ body: (MutableProperty) -> Void) -> MutableProperty {
    body(self)
    return self
  }
}

extension Disposable {
  fileprivate func then(_ body: (any Disposable) -> Void) -> any Disposable {
    body(self)
    return self
  }
}
