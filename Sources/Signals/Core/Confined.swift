/// A variable that only one thread at a time accesses, by a guarantee of its owner.
///
/// `@unchecked Sendable` is correct only under this rule, which every use keeps: the value is
/// accessed either inside a delivery of one serialised source or by the holder of a `Turn`. Both
/// establish a happens-before edge to the next access, so delivering an event needs no lock.
@usableFromInline
final class Confined<Value>: @unchecked Sendable {
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
