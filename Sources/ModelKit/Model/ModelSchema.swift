/// What a program knows of a model's schema: for the store, persistence and its evolution.
public struct ModelSchema: Hashable, Sendable {
  /// The type's full name, `Outer.Inner` for a nested one; what its rows are kept under.
  public let name: String
  /// Differs when the fields, their keys or their types do.
  public let hash: UInt64
  /// In the order of the bits of the type's `Fields`.
  public let fields: [ModelField]

  /// Makes a schema; the compiler writes the call.
  public init(name: String, hash: UInt64, fields: [ModelField]) {
    self.name = name
    self.hash = hash
    self.fields = fields
  }
}

/// One field of a `ModelSchema`.
public struct ModelField: Hashable, Sendable {
  /// The Swift name.
  public let name: String
  /// Where the value stands in JSON, from the object inwards.
  public let keyPath: [String]
  /// Where older documents have it.
  public let legacyKeyPaths: [[String]]
  /// Whether persistence keeps an index by it.
  public let isIndexed: Bool

  /// Describes a field; the compiler writes the call.
  public init(
    _ name: String, keyPath: [String], legacyKeyPaths: [[String]] = [], isIndexed: Bool = false
  ) {
    self.name = name
    self.keyPath = keyPath
    self.legacyKeyPaths = legacyKeyPaths
    self.isIndexed = isIndexed
  }
}
