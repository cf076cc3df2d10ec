import Signals
import SignalsTesting
import Testing

@Suite("Values of a property")
@MainActor
struct PropertyAsyncTests {
  @Test("a reader receives the current value, then each change while it keeps up")
  func changes() async {
    let property = MutableProperty(1)
    let iterator = property.values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    property.value = 2
    #expect(await iterator.next() == 2)
    property.value = 2
    property.value = 3
    #expect(await iterator.next() == 3)
  }

  @Test("a slow reader receives the newest value only")
  func slow() async {
    let property = MutableProperty(1)
    let iterator = property.values.makeAsyncIterator()
    for value in 2...100 { property.value = value }
    #expect(await iterator.next() == 100)
  }

  @Test("an iterator keeps the property; without it the property is released")
  func release() async {
    weak var trace: Property<Int>?
    var iterator: SignalValues<Int, Never>.Iterator?
    do {
      let property = MutableProperty(1)
      trace = property
      iterator = property.values.makeAsyncIterator()
    }
    #expect(await iterator?.next() == 1)
    #expect(trace != nil)
    iterator = nil
    #expect(trace == nil)
  }
}
