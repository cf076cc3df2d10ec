/// An enum with payloads: one of several forms.
package struct UnionType: Hashable, Sendable {
  /// What tells the cases apart in JSON.
  package enum Discriminator: Hashable, Sendable {
    /// A string at that place in the object, for example `["type"]` or `["content", "msgtype"]`.
    case string(path: [String])
    /// The kind of JSON value (string, number, boolean, array, object).
    case kind
    /// The object's only key names the case, and its value is the payload: what `.adtValue` types
    /// without a discriminator of their own are coded as.
    case singleKey
  }

  package var discriminator: Discriminator
  package var cases: [Case]
  /// Whether what no case fits is kept as `.unknown` and encoded again unchanged.
  package var keepsUnknown: Bool
  /// Whether a value can hold another one of the same type; found by the check of the module.
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
    /// The discriminator's strings that select it.
    package var tags: [String]
    package var payload: Payload
    package var documentation: String?
    package var annotations: [Annotation]
    package var location: SourceLocation
    /// Where the first type of its own stands that the payload names; nil for the case's own place.
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
