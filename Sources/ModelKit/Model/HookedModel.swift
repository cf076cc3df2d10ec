/// A stored model that is notified of its changes and may refuse them.
///
/// The compiler generates the conformance for the feature `hooks`; a hand-written extension
/// implements one of the two functions or both. Types without the feature have no code for hooks,
/// and the store checks for hooks once per type, not once per write.
public protocol HookedModel: StoredModel where Veto == ModelVeto {
  /// Whether the change may happen; called inside the transaction before each write of a row.
  ///
  /// - Parameters:
  ///   - older: The value before the write, which earlier writes of the transaction may have made;
  ///     nil if the row is inserted.
  ///   - newer: The value after the write; nil if the row is deleted.
  ///   - fields: The differences between the two; all fields if the row is inserted or deleted.
  /// - Returns: False to refuse: the write then throws `ModelVeto` and changes nothing.
  ///
  /// It runs on the thread of the transaction and must not call the store.
  static func willChange(from older: Self?, to newer: Self?, fields: Fields) -> Bool

  /// Reports a row that a transaction changed, once per row and transaction, before observers.
  ///
  /// - Parameters:
  ///   - older: The value before the transaction; nil if the row is new.
  ///   - newer: The value after it; nil if the row is deleted.
  ///   - fields: The differences between the two; all fields if the row is inserted or deleted.
  ///
  /// It may read and update the store; every observer receives such updates after this one.
  static func didChange(from older: Self?, to newer: Self?, fields: Fields)
}

extension HookedModel {
  /// Allows every change.
  public static func willChange(from older: Self?, to newer: Self?, fields: Fields) -> Bool {
    true
  }

  /// Does nothing.
  public static func didChange(from older: Self?, to newer: Self?, fields: Fields) {}
}
