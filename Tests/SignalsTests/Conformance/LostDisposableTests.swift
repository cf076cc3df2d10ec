import Signals
import Testing

/// Losing a disposable ends nothing: a subscription lasts until its sender is gone.
@Suite("Lost disposables")
@MainActor
struct LostDisposableTests {
  private final class Token: Sendable {}

  @Test("an observer of a signal lasts as long as the subject")
  func signal() {
    let heard = Box<Int>()
    var subject: Subject<Int, Never>? = Subject()
    weak var trace: Token?
    do {
      let token = Token()
      trace = token
      _ = subject?.signal.map { $0 * 2 }.subscribe { value in
        _ = token
        heard.append(value)
      }
    }
    subject?.send(1)
    subject?.send(2)
    #expect(heard.values == [2, 4])
    #expect(trace != nil)
    subject = nil
    #expect(trace == nil)
  }

  @Test("an observer of a property lasts as long as the property", arguments: [false, true])
  func property(isDerived: Bool) {
    let source = MutableProperty(1)
    var property: Property<Int>? = isDerived ? source.map { $0 * 10 } : MutableProperty(5)
    var heard: [Int] = []
    weak var trace: Token?
    do {
      let token = Token()
      trace = token
      _ = property?.observe { value in
        _ = token
        heard.append(value)
      }
    }
    source.value = 2
    (property as? MutableProperty)?.value = 6
    #expect(heard == (isDerived ? [10, 20] : [5, 6]))
    #expect(trace != nil)
    property = nil
    #expect(trace == nil)
    source.value = 3
    #expect(heard.count == 2)
  }

  @Test("an observer of a property's signal keeps the property")
  func propertySignal() {
    let source = MutableProperty(1)
    let heard = Box<Int>()
    _ = source.map { $0 * 10 }.signal.subscribe { heard.append($0) }
    source.value = 2
    #expect(heard.values == [10, 20])
  }
}
