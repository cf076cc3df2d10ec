/// A failure while the store read or wrote rows, which did not stop the store.
public enum ModelStoreIssue: Hashable, Sendable {
  /// A row's content could not be decoded. The row counts as absent, and its content stays until
  /// the row is written again.
  case unreadableRow(type: String, id: String, message: String)
  /// Rows could not be read. They count as absent, and their changes are not persisted, so unread
  /// data is never overwritten. The next access reads them again.
  case readFailed(type: String, ModelPersistenceError)
  /// Changes could not be written; they stay in memory and are retried.
  case writeFailed(ModelPersistenceError)
}
