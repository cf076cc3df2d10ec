/// Selects rows by the value of an indexed field, to read only a few of many persisted rows.
public struct ModelIndexMatch: Hashable, Sendable {
  /// A value in its JSON form.
  public enum Value: Hashable, Sendable {
    /// A JSON string.
    case string(String)
    /// A JSON number without fraction.
    case integer(Int64)
    /// `true` or `false`.
    case boolean(Bool)
  }

  /// The field's Swift name; it must be indexed (`isIndexed` in its schema), except in an ordered
  /// query, which has an index of its own.
  public let field: String
  /// The value that the field must equal.
  public let value: Value

  /// Selects the rows whose field equals a value.
  public init(_ field: String, _ value: Value) {
    self.field = field
    self.value = value
  }
}
