import Signals
import Testing

/// Chains of a hundred thousand properties; each test runs in its own process.
@Suite("Stack of properties")
struct PropertyStackTests {
  @MainActor
  private static func chain(_ source: Property<Int>, _ count: Int) -> Property<Int> {
    var last = source
    for _ in 0..<count { last = last.map { $0 + 1 } }
    return last
  }

  @Test("a hundred thousand derived properties are set, read dirty and released unobserved")
  func unobserved() async {
    await #expect(processExitsWith: .success) { await PropertyStackTests.unobservedChain() }
  }

  @Test("a hundred thousand derived properties notify their observer and are released")
  func observed() async {
    await #expect(processExitsWith: .success) { await PropertyStackTests.observedChain() }
  }

  @Test("a hundred thousand pairs in a chain are released without growing the stack")
  func pairs() async {
    await #expect(processExitsWith: .success) { await PropertyStackTests.pairsChain() }
  }

  @Test("a hundred thousand properties that switch to one another at once settle")
  func switched() async {
    await #expect(processExitsWith: .success) { await PropertyStackTests.switchedChain() }
  }

  @Test("a hundred thousand properties linked by closures are released")
  func closures() async {
    await #expect(processExitsWith: .success) { await PropertyStackTests.closureChain() }
  }

  @Test("an observer that endlessly sets what it observes stops the program with a message")
  func forEver() async {
    await #expect(processExitsWith: .failure) { await PropertyStackTests.endlessObserver() }
  }

  @MainActor
  private static func unobservedChain() {
    let source = MutableProperty(0)
    var last: Property<Int>? = PropertyStackTests.chain(source, 100_000)
    weak let trace = last
    source.value = 5
    precondition(last?.value == 100_005, "the last one is up to date")
    last = nil
    precondition(trace == nil, "the chain is gone")
    source.value = 6
  }

  @MainActor
  private static func closureChain() {
    let source = MutableProperty(0)
    weak var trace: Property<Int>?
    var last: Property<Int>? = source
    for number in 0..<100_000 {
      let before = last
      // The odd ones have the previous property as their source, the even ones only retain it.
      last = number % 2 == 1 ? before?.map { $0 } : source.map { before == nil ? 0 : $0 }
      if number == 0 { trace = last }
    }
    precondition(last?.value == 0 && trace != nil, "the chain stands")
    last = nil
    precondition(trace == nil, "the chain is gone")
  }

  @MainActor
  private static func switchedChain() {
    let flag = MutableProperty(false)
    let zero = Property(0)
    let first = MutableProperty(7)
    var last: Property<Int> = first
    for _ in 0..<100_000 {
      let before = last
      last = flag.flatMap(.latest) { $0 ? before : zero }
    }
    var heard: [Int] = []
    let observation = last.observe { heard.append($0) }
    flag.value = true
    first.value = 8
    flag.value = false
    precondition(heard == [0, 7, 8, 0], "each change reaches the last one once")
    observation.dispose()
  }

  @MainActor
  private static func observedChain() {
    let source = MutableProperty(0)
    var last: Property<Int>? = PropertyStackTests.chain(source, 100_000)
    var heard: [Int] = []
    let observation = last?.observe { heard.append($0) }
    source.value = 1
    batch {
      source.value = 2
      precondition(last?.value == 100_002, "it is up to date inside the batch")
      source.value = 3
    }
    precondition(heard == [100_000, 100_001, 100_003], "each change is told once")
    last = nil
    observation?.dispose()
    source.value = 4
    precondition(heard.count == 3, "nothing is told after disposal")
  }

  @MainActor
  private static func pairsChain() {
    let source = MutableProperty(1)
    var last: Property<Int>? = source
    for _ in 0..<100_000 {
      last = last.map { $0.combineLatest(with: source).map { ($0.0 + $0.1) % 7 } }
    }
    source.value = 2
    precondition(last?.value != nil, "it can be read")
    last = nil
  }

  @MainActor
  private static func endlessObserver() {
    let property = MutableProperty(0)
    _ = property.observe { property.value = $0 + 1 }
  }
}
