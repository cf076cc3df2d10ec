import Signals
import Testing

@Suite("Property observers that are removed")
@MainActor
struct PropertyLetGoTests {
  private final class Token {}

  @Test("an observer disposed of by a later one is released when that delivery ends")
  func byLaterOne() {
    let property = MutableProperty(0)
    let first = SerialDisposable()
    weak var trace: Token?
    do {
      let token = Token()
      trace = token
      first.inner = property.observe { _ in _ = token }
    }
    let second = property.observe { if $0 == 1 { first.dispose() } }
    #expect(trace != nil)
    property.value = 1
    #expect(trace == nil)
    second.dispose()
  }

  @Test("derived properties of one source, released in any order, leave the others in place")
  func dependentsLeave() {
    let source = MutableProperty(0)
    var derived: [Property<Int>?] = (0..<1000).map { number in source.map { $0 + number } }
    derived += (0..<500).map { _ in source.combineLatest(with: source).map { $0.0 + $0.1 } }
    for index in derived.indices where index % 3 != 1 { derived[index] = nil }
    source.value = 10
    for index in derived.indices where index % 3 == 1 {
      #expect(derived[index]?.value == (index < 1000 ? 10 + index : 20))
    }
  }

  @Test("a pair of one property with itself leaves no trace among its dependents")
  func pairOfOne() {
    let source = MutableProperty(0)
    var earlier: [Property<Int>?] = [source.map { $0 + 1 }, source.map { $0 + 2 }]
    let kept = source.map { $0 + 3 }
    var pair: Property<(Int, Int)>? = .combineLatest(source, source)
    let later = source.map { $0 + 4 }
    #expect(pair?.value.0 == 0)
    earlier = []
    pair = nil
    source.value = 1
    #expect(earlier.isEmpty)
    #expect([kept.value, later.value] == [4, 5])
  }

  @Test("a property released during a batch does not report later changes of its source")
  func goneInBatch() {
    let source = MutableProperty(1)
    var derived: Property<Int>? = source.map { $0 * 10 }
    var heard: [Int] = []
    _ = derived?.observe { heard.append($0) }
    batch {
      derived = nil
      source.value = 2
    }
    #expect(derived == nil)
    #expect(heard == [10])
  }
}
