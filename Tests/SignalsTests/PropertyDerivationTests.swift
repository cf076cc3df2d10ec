import Signals
import Testing

/// Side effects of a derivation are tolerated, although it should have none.
@Suite("Property derivation")
@MainActor
struct PropertyDerivationTests {
  @Test("a derivation that sets another property notifies its observers once")
  func sets() {
    let source = MutableProperty(0)
    let other = MutableProperty(0)
    var heard: [Int] = []
    let first = other.observe { heard.append($0) }
    let derived = source.map { value in
      other.value = value
      return value
    }
    source.value = 3
    #expect(derived.value == 3)
    #expect(heard == [0, 3])
    let second = derived.observe { _ in }
    source.value = 4
    #expect(heard == [0, 3, 4])
    first.dispose()
    second.dispose()
  }

  @Test("a derivation that observes another property adds one observer for each computation")
  func observes() {
    let source = MutableProperty(0)
    let other = MutableProperty(0)
    var heard: [Int] = []
    let inner = CompositeDisposable()
    let derived = source.map { value in
      inner.add(other.observe { heard.append($0) })
      return value
    }
    let observation = derived.observe { _ in }
    source.value = 1
    other.value = 5
    #expect(heard == [0, 0, 5, 5])
    observation.dispose()
    inner.dispose()
  }

  @Test("the version changes with the value, and only with it")
  func versions() {
    let source = MutableProperty(2)
    let isEven = source.map { $0.isMultiple(of: 2) }
    let (first, firstDerived) = (source.version, isEven.version)
    source.value = 2
    #expect(source.version == first)
    source.value = 4
    let second = source.version
    #expect(second != first)
    #expect(isEven.version == firstDerived)
    source.value = 5
    #expect(source.version != second)
    #expect(isEven.version != firstDerived)
    #expect(isEven.value == false)
  }
}
