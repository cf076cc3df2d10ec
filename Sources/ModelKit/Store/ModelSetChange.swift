/// The rows of a type in no particular order, or what a transaction changed in some of them.
public enum ModelSetChange<M: StoredModel>: Equatable, Sendable {
  /// All rows: the first value of every subscription.
  case all([M])
  /// What one transaction changed, a change for each row.
  case changes([ModelChange<M>])
}
