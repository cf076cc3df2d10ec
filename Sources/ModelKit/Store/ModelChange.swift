/// What a transaction did to one row.
public struct ModelChange<M: StoredModel>: Hashable, Sendable {
  /// The row's identifier.
  public let id: M.ID
  /// The value before the transaction; nil when the row is new.
  public let before: M?
  /// The value after it; nil when the row is deleted.
  public let after: M?
  /// What differs; all fields when the row is new or deleted.
  public let fields: M.Fields

  init(id: M.ID, before: M?, after: M?, fields: M.Fields) {
    self.id = id
    self.before = before
    self.after = after
    self.fields = fields
  }
}
