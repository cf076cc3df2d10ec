/// An order of rows by one field, then by identifier, which memory and persistence share.
///
/// ```swift
/// ModelOrder<Message>("position") { .integer($0.position) }
/// ```
public struct ModelOrder<M: StoredModel>: Sendable {
  /// The field's Swift name; it need not be indexed.
  public let field: String
  /// Whether the order of ``ModelCursor`` is reversed.
  public let isDescending: Bool
  private let value: @Sendable (M) -> ModelIndexMatch.Value?

  /// Orders rows by a field.
  ///
  /// - Parameters:
  ///   - field: The field's Swift name.
  ///   - isDescending: Whether the largest value comes first.
  ///   - value: The same field's value as it is in JSON, nil if it is absent or null: also for a
  ///     field with a default, which is not in the JSON until the field is set. Called on any thread.
  public init(
    _ field: String, isDescending: Bool = false,
    value: @escaping @Sendable (M) -> ModelIndexMatch.Value?
  ) {
    self.field = field
    self.isDescending = isDescending
    self.value = value
  }

  /// The place of a row.
  public func cursor(of model: M) -> ModelCursor {
    ModelCursor(value(model), id: model.id.storageKey)
  }

  func precedes(_ left: ModelCursor, _ right: ModelCursor) -> Bool {
    isDescending ? right < left : left < right
  }
}
