import Signals
import SignalsTesting
import Testing

@Suite("Operations on properties")
@MainActor
struct PropertyOperationTests {
  private struct Opaque: Sendable {
    let number: Int
  }

  @Test("not, and, or follow their operands and notify only when the result differs")
  func logic() {
    let (a, b) = (MutableProperty(false), MutableProperty(true))
    let not = Recorder(a.not())
    let and = Recorder(a.and(b))
    let or = Recorder(a.or(b))
    not.expect(true)
    and.expect(false)
    or.expect(true)
    a.value = true
    not.expect(false)
    and.expect(true)
    or.expectNothing()
    batch {
      a.value = false
      b.value = false
    }
    not.expect(true)
    and.expect(false)
    or.expect(false)
    #expect(a.not().and(b.not()).value)
    #expect(Property(true).or(a).not().value == false)
  }

  @Test("a filtered property keeps the last value that qualified")
  func filter() {
    let source = MutableProperty(-1)
    let filtered = source.filter(initial: 0) { $0 > 0 }
    let recorder = Recorder(filtered)
    recorder.expect(0)
    source.value = 5
    #expect(filtered.value == 5)
    recorder.expect(5)
    source.value = -2
    #expect(filtered.value == 5)
    source.value = 5
    recorder.expectNothing()
    source.value = 6
    recorder.expect(6)
    #expect(source.filter(initial: 0) { $0 > 0 }.value == 6)
  }

  @Test("a filtered property follows its source even if nothing reads or observes it")
  func unobserved() {
    let source = MutableProperty(0)
    let filtered = source.map { $0 }.filter(initial: 0) { $0 > 0 }
    source.value = 5
    source.value = -1
    #expect(filtered.value == 5)
    batch {
      source.value = 7
      source.value = -1
    }
    #expect(filtered.value == 5)
  }

  @Test("a read inside a batch has no effect on the value at its end")
  func readInside() {
    let source = MutableProperty(0)
    let filtered = source.filter(initial: 0) { $0 > 0 }
    let recorder = Recorder(filtered)
    recorder.expect(0)
    batch {
      source.value = 7
      #expect(filtered.value == 7)
      source.value = -1
      #expect(filtered.value == 0)
    }
    recorder.expectNothing()
    source.value = 3
    recorder.expect(3)
    batch {
      source.value = 7
      #expect(filtered.value == 7)
      source.value = 8
    }
    recorder.expect(8)
  }

  @Test("a change made by an observer does not undo the value of the current round")
  func changeInside() {
    let source = MutableProperty(0)
    var seen: [Int] = []
    var filtered: Property<Int>?
    let first = source.observe { value in
      guard value == 5 else { return }
      source.value = -1
      if let filtered { seen.append(filtered.value) }
    }
    filtered = source.filter(initial: 0) { $0 > 0 }
    let recorder = filtered.map { Recorder($0) }
    recorder?.expect(0)
    source.value = 5
    #expect(seen == [5])
    #expect(filtered?.value == 5)
    recorder?.expect(5)
    recorder?.finish()
    first.dispose()
  }

  @Test("a diamond through a filter gives one consistent change")
  func diamond() {
    let source = MutableProperty(1)
    let even = source.filter(initial: 0) { $0.isMultiple(of: 2) }
    let recorder = Recorder(source.combineLatest(with: even).map { [$0, $1] })
    for number in 2...4 { source.value = number }
    recorder.expect([1, 0], [2, 2], [3, 2], [4, 4])
  }

  @Test("values that cannot be compared notify each time they qualify")
  func opaque() {
    let source = MutableProperty(Opaque(number: 0))
    let filtered = source.filter(initial: Opaque(number: 0)) { $0.number > 0 }
    let recorder = Recorder(filtered.map { $0 })
    for number in [1, -1, 1, -2, 2] { source.value = Opaque(number: number) }
    #expect(recorder.takeValues().map(\.number) == [0, 1, 1, 2])
  }

  @Test("a filtered property is released although it is computed without observers")
  func release() {
    let leaks = LeakDetector()
    let source = MutableProperty(1)
    do {
      let probe = leaks.watch(Probe(), as: "the closure")
      var filtered: Property<Int>? = source.filter(initial: 0) { [probe] value in
        withExtendedLifetime(probe) { value > 0 }
      }
      source.value = 2
      #expect(filtered?.value == 2)
      filtered = nil
    }
    leaks.expectAllReleased()
    source.value = 3
  }

  @Test("a chain of a thousand filters settles")
  func chain() {
    let source = MutableProperty(0)
    var last: Property<Int> = source
    for _ in 0..<1000 { last = last.filter(initial: 0) { $0 > 0 } }
    source.value = 4
    source.value = -4
    #expect(last.value == 4)
  }
}
