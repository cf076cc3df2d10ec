/// A mutex that a closure can keep.
final class Box<Value: ~Copyable & Sendable>: Sendable {
  let value: Value

  init(_ value: consuming Value) { self.value = value }
}
