/// A stored model whose changes can be undone.
///
/// Written by the compiler for the feature `undo`. The store records nothing of other types.
public protocol UndoableModel: StoredModel {
  /// This value with the named fields as they are in `other`: value and presence.
  ///
  /// Unlike `merging` it also makes fields absent, and takes models in fields as a whole. The identity
  /// stays.
  func replacing(_ fields: Fields, from other: Self) -> Self
}
