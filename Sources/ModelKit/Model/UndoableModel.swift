/// A stored model whose changes can be undone.
///
/// The compiler generates the conformance for the feature `undo`. The store records nothing for
/// other types.
public protocol UndoableModel: StoredModel {
  /// This value with the given fields copied from `other`, both value and presence.
  ///
  /// Unlike `merging`, it can make fields absent, and it replaces models in fields as a whole. The
  /// identity stays the same.
  func replacing(_ fields: Fields, from other: Self) -> Self
}
