/// What a model knows about its fields, beside their values.
///
/// Only generated code and the library change it, because a field that is not set must have its
/// neutral value.
@frozen
public struct ModelState<Fields: FieldSet>: Sendable {
  /// The known fields.
  public let isSet: Fields

  /// Begins with the given fields set.
  @inlinable
  public init(isSet: Fields = Fields(rawValue: 0)) {
    self.isSet = isSet
  }

  /// Records that fields were assigned.
  @inlinable
  public mutating func mark(_ fields: Fields) {
    self = ModelState(isSet: isSet.union(fields))
  }

  /// Records that a field was assigned a value, or that it was assigned nil and is absent.
  @inlinable
  public mutating func mark<Value>(_ fields: Fields, for value: Value?) {
    mark(fields, if: value != nil)
  }

  /// Records that a field was assigned a value, or that it was assigned none and is absent.
  @inlinable
  public mutating func mark(_ fields: Fields, if hasValue: Bool) {
    self = ModelState(isSet: hasValue ? isSet.union(fields) : isSet.subtracting(fields))
  }
}

extension ModelState: Hashable {
  /// Hashes the fields.
  public func hash(into hasher: inout Hasher) { isSet.rawValue.hash(into: &hasher) }
}
