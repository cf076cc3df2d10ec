/// The effect of a transaction on one row.
public struct ModelChange<M: StoredModel>: Equatable, Sendable {
  /// The row's identifier.
  public let id: M.ID
  /// The value before the transaction; nil if the row is new.
  public let before: M?
  /// The value after it; nil if the row is deleted.
  public let after: M?
  /// The changed fields; all fields if the row is new or deleted.
  public let fields: M.Fields

  init(id: M.ID, before: M?, after: M?, fields: M.Fields) {
    self.id = id
    self.before = before
    self.after = after
    self.fields = fields
  }
}
