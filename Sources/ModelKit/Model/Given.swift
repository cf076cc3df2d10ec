/// A field of a builder for which no value can stand, so that it must be given.
///
/// It is empty only while its object is read, where the reader rejects objects without it.
@frozen
@propertyWrapper
public struct Given<Value> {
  @usableFromInline var value: Value?

  /// Begins without a value.
  @inlinable
  public init() { value = nil }

  /// The value, which must have been given.
  @inlinable
  public var wrappedValue: Value {
    get {
      guard let value else { Self.refuse() }
      return value
    }
    set { value = newValue }
  }

  @usableFromInline
  static func refuse() -> Never { preconditionFailure("a field is read before it is given") }
}

extension Given: Equatable where Value: Equatable {}
extension Given: Hashable where Value: Hashable {}
extension Given: Sendable where Value: Sendable {}
