/// Rows whose indexed field has a value: a way to read few of many persisted rows.
public struct ModelIndexMatch: Hashable, Sendable {
  /// A value as it stands in JSON.
  public enum Value: Hashable, Sendable {
    /// A JSON string.
    case string(String)
    /// A JSON number without fraction.
    case integer(Int64)
    /// `true` or `false`.
    case boolean(Bool)
  }

  /// The field's Swift name; its schema says `isIndexed`.
  public let field: String
  /// What the field must equal.
  public let value: Value

  /// Asks for the rows whose field equals a value.
  public init(_ field: String, _ value: Value) {
    self.field = field
    self.value = value
  }
}
