/// A field of an object, or of a case.
package struct Field: Hashable, Sendable {
  /// What happens to a value of the wrong kind.
  package enum Policy: String, Hashable, Sendable, Codable {
    /// The whole object is rejected.
    case strict
    /// The field counts as absent, or only the element is dropped, and the issue is reported.
    case lenient
  }

  /// The value of a field that a document omits.
  package enum Default: Hashable, Sendable {
    case boolean(Bool)
    /// Wide enough for 64 bits with and without a sign.
    case integer(Int128)
    case number(Double)
    case string(String)
    /// The case of an enumeration, by its Swift name.
    case enumCase(String)
    case emptyCollection
  }

  /// A Swift identifier, not yet escaped: `default` is stored as such.
  package var name: String
  /// The key path in JSON, outermost key first; nearly always a single key.
  package var keyPath: [String]
  /// Key paths in older documents; read in this order if `keyPath` is absent, never written.
  package var legacyKeyPaths: [[String]]
  package var type: TypeReference
  /// Whether a document without the field is rejected.
  package var isRequired: Bool
  /// Whether JSON null is a valid value.
  package var isNullable: Bool
  package var defaultValue: Default?
  /// For fields with a single value: the document must hold exactly this string, and the field is
  /// not stored.
  package var constant: String?
  package var policy: Policy
  /// The name of the `JSONTransformer` that converts between JSON and the field.
  package var transformer: String?
  /// Whether the field is the identity of its type.
  package var isIdentifier: Bool
  /// Whether the store keeps an index on the field.
  package var isIndexed: Bool
  /// Whether the value is wrapped and decoded on demand.
  package var isLazy: Bool
  /// Whether a nullable model in the field is merged with a newer one instead of replaced.
  package var mergesDeeply: Bool
  /// The members of the model in the field that stand elsewhere in the document.
  package var remoteMembers: [RemoteMember]
  package var documentation: String?
  package var annotations: [Annotation]
  package var location: SourceLocation
  /// The location of the first declared type that the field names; nil for the field's own
  /// location.
  package var typeLocation: SourceLocation?

  package init(
    name: String, keyPath: [String]? = nil, legacyKeyPaths: [[String]] = [], type: TypeReference,
    isRequired: Bool = false, isNullable: Bool = false, defaultValue: Default? = nil,
    constant: String? = nil, policy: Policy = .strict, transformer: String? = nil,
    isIdentifier: Bool = false, isIndexed: Bool = false, isLazy: Bool = false,
    mergesDeeply: Bool = false, remoteMembers: [RemoteMember] = [],
    documentation: String? = nil, annotations: [Annotation] = [],
    location: SourceLocation,
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
    self.mergesDeeply = mergesDeeply
    self.remoteMembers = remoteMembers
    self.documentation = documentation
    self.annotations = annotations
    self.location = location
    self.typeLocation = typeLocation
  }
}
