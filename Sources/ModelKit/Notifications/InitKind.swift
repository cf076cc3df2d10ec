/// How an instance of a model was created.
public enum InitKind: Hashable, Sendable {
  /// Read from JSON.
  case decoded
  /// Created by an initialiser or a builder.
  case built
  /// The result of merging two others.
  case merged
  /// Created from another one by `with`.
  case copied
}
