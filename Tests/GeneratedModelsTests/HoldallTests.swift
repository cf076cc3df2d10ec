import ModelKit
import Testing

@Suite("Values that no document can contain")
struct HoldallTests {
  private final class Person: Named {
    let name: String

    init(_ name: String) { self.name = name }
  }

  @Test("they are compared by class, by object and by copy")
  func equality() {
    let ann = Person("Ann")
    let action = Opaque<@Sendable () -> Void> {}
    let one = Holdall(kind: Opaque(Person.self), action: action, owner: Opaque(ann))
    let same = Holdall(kind: Opaque(Person.self), action: action, owner: Opaque(ann))
    #expect(one == same && one.hashValue == same.hashValue)
    #expect(one.changed(from: same) == [])
    #expect(one.with { $0.owner = Opaque(Person("Ann")) } != one)
    #expect(one.with { $0.action = Opaque {} } != one)
    #expect(one.with { $0.kind = nil }.changed(from: one) == .kind)
    #expect(one.owner?.value.name == "Ann")
  }

  @Test("a case can hold them")
  func cases() {
    let ann = Person("Ann")
    #expect(Crate.sealed(owner: Opaque(ann)) == .sealed(owner: Opaque(ann)))
    #expect(Crate.sealed(owner: Opaque(ann)) != .sealed(owner: Opaque(Person("Ann"))))
    #expect(Crate.sealed(owner: nil) != .empty)
  }
}
