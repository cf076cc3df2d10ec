import Signals
import Testing

@Suite("Property observers that leave")
@MainActor
struct PropertyLetGoTests {
  private final class Token {}

  @Test("an observer disposed of by a later one is let go of when that delivery ends")
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
}
