/// A field of an object, or of a case.
package struct Field: Hashable, Sendable {
  /// What to do with a value of the wrong kind.
  package enum Policy: String, Hashable, Sendable, Codable {
    /// The object is refused.
    case strict
    /// The field counts as absent, or the one element is dropped, and the issue is reported.
    case lenient
  }

  /// A value that a field has when the document does not say.
  package enum Default: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    /// The case of an enumeration, by its Swift name.
    case enumCase(String)
    case emptyCollection
  }

  /// A Swift identifier, not yet escaped: `default` is written as such.
  package var name: String
  /// Where the value stands in JSON, from the object inwards: nearly always one key.
  package var keyPath: [String]
  /// Where older documents have it; read in this order when `keyPath` is absent, never written.
  package var legacyKeyPaths: [[String]]
  package var type: TypeReference
  /// Whether a document without it is refused.
  package var isRequired: Bool
  /// Whether JSON null is a value of it.
  package var isNullable: Bool
  package var defaultValue: Default?
  /// Single-valued: the document must hold exactly this string, and the field is not stored.
  package var constant: String?
  package var policy: Policy
  /// The name of a `JSONTransformer` that stands between JSON and the field.
  package var transformer: String?
  /// Whether it is the identity of its type.
  package var isIdentifier: Bool
  /// Whether the store keeps it in a column of its own.
  package var isIndexed: Bool
  /// Whether a wrapped value is decoded when it is asked for.
  package var isLazy: Bool
  package var documentation: String?
  package var annotations: [Annotation]
  package var location: SourceLocation
  /// Where the first type of its own stands that the field names; nil for the field's own place.
  package var typeLocation: SourceLocation?

  package init(
    name: String, keyPath: [String]? = nil, legacyKeyPaths: [[String]] = [], type: TypeReference,
    isRequired: Bool = false, isNullable: Bool = false, defaultValue: Default? = nil,
    constant: String? = nil, policy: Policy = .strict, transformer: String? = nil,
    isIdentifier: Bool = false, isIndexed: Bool = false, isLazy: Bool = false,
    documentation: String? = nil, annotations: [Annotation] = [], location: SourceLocation,
    typeLocation: SourceLocation? = nil
  ) {
    self.name = name
    self.keyPath = keyPath ?? [name]
    self.legacyKeyPaths = legacyKeyPaths
    self.type = type
    self.isRequired = isRequired
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    self.constant = constant
    self.policy = policy
    self.transformer = transformer
    self.isIdentifier = isIdentifier
    self.isIndexed = isIndexed
    self.isLazy = isLazy
    self.documentation = documentation
    self.annotations = annotations
    self.location = location
    self.typeLocation = typeLocation
  }
}
