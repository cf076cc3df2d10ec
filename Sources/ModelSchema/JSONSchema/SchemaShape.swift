/// The combined meaning of the layers of a schema.
struct SchemaShape {
  struct Property {
    let key: String
    /// The schemas for it in the layers.
    var layers: SchemaLayers
    /// The member in the last of them.
    var member: LocatedJSON.Member
    var file: Int
  }

  struct Pattern {
    let expression: String
    var layers: SchemaLayers
  }

  /// An allowed value, with the description that Plank and similar dialects attach.
  struct Value {
    var value: LocatedJSON
    var name: String?
    var documentation: String?
    var file: Int
  }

  enum Additional {
    case allowed
    case refused
    case values(SchemaLayers)
  }

  /// `oneOf` or `anyOf`.
  struct Alternatives {
    var keyword: LocatedJSON.Member
    /// The schema that contains the keyword.
    var owner: SchemaNode
    var nodes: [SchemaNode]
  }

  /// The declared kinds; nil if there is no declaration.
  var declaredKinds: JSONKinds?
  /// The kinds that other keywords imply.
  var impliedKinds: JSONKinds = []
  var properties: [Property] = []
  var required: [ExactText: SourceLocation] = [:]
  var values: [Value]?
  var format: String?
  var contentEncoding: String?
  var items: SchemaLayers?
  var tuple: [SchemaLayers] = []
  /// Whether no element may follow those of the tuple.
  var isTupleClosed = false
  /// The schema of elements after the tuple, or of all elements if there is no tuple.
  var rest: SchemaLayers?
  var additional: Additional = .allowed
  var patterns: [Pattern] = []
  var propertyNames: SchemaLayers?
  var alternatives: [Alternatives] = []
  var isSet = false
  var isNullable = false
  /// Whether nothing is valid (`false`).
  var isNever = false
  var discriminator: LocatedJSON?
  /// The default in the last of the layers that have one.
  var defaultValue: (value: LocatedJSON, file: Int)?
  /// All schemas with a default among the layers.
  var defaultOwners: [SchemaNode.Key] = []
  /// Plank's name for an object in a union.
  var typeIdentifier: String?

  // Taken from the place of use, not from the target of a reference.
  var title: String?
  var documentation: String?
  var annotations: [Annotation] = []
  /// Known `x-` keywords.
  var extensions: [String: LocatedJSON] = [:]
  /// Where they stand, also those that a later layer replaces.
  var extensionUses: [SchemaExtension.Use] = []

  var hasFields: Bool { !properties.isEmpty }

  /// The kinds that a value can be of.
  func kinds(narrowedTo narrow: JSONKinds) -> JSONKinds {
    var kinds = declaredKinds ?? (impliedKinds.isEmpty ? .all : impliedKinds)
    if isNullable, declaredKinds != nil || !impliedKinds.isEmpty { kinds.insert(.null) }
    return kinds.intersection(narrow)
  }
}
