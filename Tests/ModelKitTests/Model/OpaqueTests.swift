import ModelKit
import Testing

@Suite("Opaque values")
struct OpaqueTests {
  private final class Plain: Sendable {}

  private final class Equal: Hashable, Sendable {
    static func == (left: Equal, right: Equal) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  private struct Point: Sendable { let x: Int }

  @Test("a class equals itself, whoever holds it")
  func metatype() {
    let one = Opaque<any AnyObject.Type>(Plain.self)
    #expect(one == Opaque(Plain.self) && one != Opaque(Equal.self))
    #expect(one.hashValue == Opaque<any AnyObject.Type>(Plain.self).hashValue)
  }

  @Test("an object equals itself, or what it says is equal")
  func objects() {
    let plain = Plain()
    #expect(Opaque(plain) == Opaque(plain) && Opaque(plain) != Opaque(Plain()))
    #expect(Opaque(Equal()) == Opaque(Equal()))
    #expect(Opaque<any Sendable>(3) == Opaque<any Sendable>(3))
    #expect(Opaque<any Sendable>(3) != Opaque<any Sendable>("3"))
  }

  @Test("a closure or another value equals its copies only")
  func copies() {
    let closure = Opaque<@Sendable () -> Void> {}
    let copy = closure
    let other = Opaque<@Sendable () -> Void> {}
    #expect(copy == closure && closure != other)
    #expect(Opaque(Point(x: 1)) != Opaque(Point(x: 1)))
  }
}
