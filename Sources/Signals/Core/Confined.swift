/// A variable that is reached by one thread at a time because its owner says so.
///
/// `@unchecked Sendable` is right only under this rule, which every use keeps: the value is touched
/// either inside a delivery of one serialised source, or by the holder of a `Turn`. Both give the
/// next toucher a happens-before edge, so that no lock is needed on the path of an event.
@usableFromInline
final class Confined<Value>: @unchecked Sendable {
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
