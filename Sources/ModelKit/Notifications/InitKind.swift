/// How an instance of a model was created.
public enum InitKind: Hashable, Sendable {
  /// Read from JSON.
  case decoded
  /// Created by an initialiser or a builder.
  case built
  /// The result of merging two others.
  case merged
  /// The result of merging two others that are fields of models being merged.
  case submerged
  /// Created from another one by `with`.
  case copied
}
