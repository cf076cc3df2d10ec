/// Something that went wrong while the store read or wrote rows, without stopping it.
public enum ModelStoreIssue: Hashable, Sendable {
  /// One row's content makes no value; the row counts as absent, and stays as it is until it is
  /// written anew.
  case unreadableRow(type: String, id: String, message: String)
  /// Rows could not be read; they count as absent, and changes of them are not persisted, so that
  /// nothing is overwritten unseen. They are read again when they are next asked for.
  case readFailed(type: String, ModelPersistenceError)
  /// Changes could not be written; they are kept in memory and tried again.
  case writeFailed(ModelPersistenceError)
}
