/// An enum with payloads: one of several cases.
package struct UnionType: Hashable, Sendable {
  /// What distinguishes the cases in JSON.
  package enum Discriminator: Hashable, Sendable {
    /// A string at that path in the object, for example `["type"]` or `["content", "msgtype"]`.
    case string(path: [String])
    /// The kind of JSON value (string, number, boolean, array, object).
    case kind
    /// The object's only key names the case, and its value is the payload: the encoding of
    /// `.adtValue` types without an explicit discriminator.
    case singleKey
  }

  package var discriminator: Discriminator
  package var cases: [Case]
  /// Whether a value that matches no case is kept as `.unknown` and encoded unchanged.
  package var keepsUnknown: Bool
  /// Whether a value can contain another one of the same type; set by the check of the module.
  package var isRecursive: Bool

  package init(
    discriminator: Discriminator, cases: [Case], keepsUnknown: Bool = true,
    isRecursive: Bool = false
  ) {
    self.discriminator = discriminator
    self.cases = cases
    self.keepsUnknown = keepsUnknown
    self.isRecursive = isRecursive
  }

  package struct Case: Hashable, Sendable {
    package enum Payload: Hashable, Sendable {
      case none
      /// `case image(Image)`.
      case value(TypeReference)
      /// `case text(body: String, kind: Kind)`.
      case fields([Field])
    }

    package var name: String
    /// The discriminator's strings that select the case.
    package var tags: [String]
    package var payload: Payload
    package var documentation: String?
    package var annotations: [Annotation]
    package var location: SourceLocation
    /// The location of the first declared type that the payload names; nil for the case's own
    /// location.
    package var typeLocation: SourceLocation?

    package init(
      name: String, tags: [String], payload: Payload, documentation: String? = nil,
      annotations: [Annotation] = [], location: SourceLocation, typeLocation: SourceLocation? = nil
    ) {
      self.name = name
      self.tags = tags
      self.payload = payload
      self.documentation = documentation
      self.annotations = annotations
      self.location = location
      self.typeLocation = typeLocation
    }
  }
}
