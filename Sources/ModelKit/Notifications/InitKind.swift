/// How an instance of a model came to be.
public enum InitKind: Hashable, Sendable {
  /// Read from JSON.
  case decoded
  /// Made by an initialiser or a builder.
  case built
  /// The result of merging two others.
  case merged
  /// Made from another one by `with`.
  case copied
}
