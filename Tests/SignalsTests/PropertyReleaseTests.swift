import Signals
import Testing

/// Runs a closure of the main actor when it is released.
private final class Parting: Sendable {
  private let farewell: @MainActor @Sendable () -> Void

  init(_ farewell: @escaping @MainActor @Sendable () -> Void = {}) {
    self.farewell = farewell
  }

  deinit {
    MainActor.assumeIsolated { farewell() }
  }
}

/// What a value does when it is released, decided later.
@MainActor
private final class Will {
  var execute: (() -> Void)?
}

@MainActor
@Suite("Values that use their property when they leave it")
struct PropertyReleaseTests {
  @Test("a set from a deinitializer is one more change", arguments: [true, false])
  func setsInside(isObserved: Bool) {
    let property = MutableProperty<Parting?>(nil)
    var heard: [Bool] = []
    let observation = isObserved ? property.observe { heard.append($0 != nil) } : nil
    property.value = Parting { [weak property] in property?.value = Parting() }
    property.value = nil
    #expect(property.value != nil)
    if isObserved { #expect(heard == [false, true, false, true]) }
    observation?.dispose()
  }

  @Test("a deinitializer reads the new value")
  func readsInside() {
    let property = MutableProperty<Parting?>(nil)
    var isNil: [Bool] = []
    property.value = Parting { [weak property] in isNil.append(property?.value == nil) }
    property.value = nil
    property.value = Parting { [weak property] in isNil.append(property?.value == nil) }
    property.value = Parting()
    #expect(isNil == [true, false])
  }

  @Test("a deinitializer of a derived value sets the source and reads the derived property")
  func derived() {
    let number = MutableProperty(0)
    let will = Will()
    let derived = number.map { $0 == 1 ? Parting { will.execute?() } : nil }
    var isNil: [Bool] = []
    will.execute = {
      number.value = 5
      isNil.append(derived.value == nil)
    }
    number.value = 1
    #expect(derived.value != nil)
    number.value = 2
    #expect(derived.value == nil)
    #expect(number.value == 5)
    #expect(isNil == [true])
    will.execute = nil
  }

  @Test("a property bound to a signal is read from the deinitializer of its last value")
  func bound() {
    let subject = Subject<Parting?, Never>()
    let property = Property<Parting?>(initial: nil, then: subject.signal)
    var isNil: [Bool] = []
    subject.send(Parting { [weak property] in isNil.append(property?.value == nil) })
    subject.send(nil)
    #expect(isNil == [true])
  }
}
