/// The runtime description of a model's schema, for the store, persistence and its evolution.
public struct ModelSchema: Hashable, Sendable {
  /// The type's full name, `Outer.Inner` for a nested one; rows are stored under it.
  public let name: String
  /// Changes with the fields, their keys or their types.
  public let hash: UInt64
  /// The fields in the order of the bits of the type's `Fields`.
  public let fields: [ModelField]

  /// Makes a schema; generated code calls it.
  public init(name: String, hash: UInt64, fields: [ModelField]) {
    self.name = name
    self.hash = hash
    self.fields = fields
  }

  /// Makes a schema of plain fields; generated code calls it.
  ///
  /// - Parameter fields: the Swift names, separated by spaces; a key path that is not just the name
  ///   follows it, with `=` before its first key and `/` before each other key
  public init(name: String, hash: UInt64, fields: StaticString) {
    let words = fields.description.split(whereSeparator: \.isWhitespace)
    self.init(name: name, hash: hash, fields: words.map(ModelField.init(plain:)))
  }

  /// The Swift names of the fields.
  public var fieldNames: [String] { fields.map(\.name) }
}

/// One field of a `ModelSchema`.
@frozen
public struct ModelField: Hashable, Sendable {
  /// The Swift name.
  public let name: String
  /// The JSON key path of the value, outermost key first.
  public let keyPath: [String]
  /// The key paths of the value in older documents.
  public let legacyKeyPaths: [[String]]
  /// Whether persistence maintains an index on the field.
  public let isIndexed: Bool

  /// Describes a field; generated code calls it.
  @inlinable
  public init(
    _ name: String, keyPath: [String], legacyKeyPaths: [[String]] = [], isIndexed: Bool = false
  ) {
    self.name = name
    self.keyPath = keyPath
    self.legacyKeyPaths = legacyKeyPaths
    self.isIndexed = isIndexed
  }

  /// Reads `name` or `name=key/key`.
  fileprivate init(plain text: Substring) {
    let parts = text.split(separator: "=", maxSplits: 1)
    self.init(
      String(parts[0]), keyPath: parts[parts.count - 1].split(separator: "/").map(String.init))
  }
}
