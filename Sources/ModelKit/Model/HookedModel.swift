/// A stored model that hears of its changes and may refuse them.
///
/// Written by the compiler for the feature `hooks`; a hand-written extension gives one of the two
/// functions or both. Types without the feature have no code for hooks, and the store asks once per
/// type, not once per write, whether there is any.
public protocol HookedModel: StoredModel where Veto == ModelVeto {
  /// Whether the change may happen, asked inside of the transaction before each write of a row.
  ///
  /// - Parameters:
  ///   - older: The value before the write, which earlier writes of the transaction may have made;
  ///     nil when the row is inserted.
  ///   - newer: The value that the write makes; nil when the row is deleted.
  ///   - fields: What differs between the two; all of them when a row is inserted or deleted.
  /// - Returns: False to refuse: the write then throws `ModelVeto` and changes nothing.
  ///
  /// It runs on the thread of the transaction and must not call the store.
  static func willChange(from older: Self?, to newer: Self?, fields: Fields) -> Bool

  /// Tells that a transaction has changed a row, once per row and transaction, before observers hear.
  ///
  /// - Parameters:
  ///   - older: The value before the transaction; nil when the row is new.
  ///   - newer: The value after it; nil when the row is deleted.
  ///   - fields: What differs between the two; all of them when a row is inserted or deleted.
  ///
  /// It may read and update the store; such updates come after this one for everybody.
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
