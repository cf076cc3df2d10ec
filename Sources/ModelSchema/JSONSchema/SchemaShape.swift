/// What the layers of a schema say together.
struct SchemaShape {
  struct Property {
    let key: String
    /// The schemas that the layers have for it.
    var layers: SchemaLayers
    /// The key in the last of them.
    var member: LocatedJSON.Member
    var file: Int
  }

  struct Pattern {
    let expression: String
    var layers: SchemaLayers
  }

  /// A value that is allowed, with what Plank's form and similar ones say about it.
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
    /// The schema that the keyword stands in.
    var owner: SchemaNode
    var nodes: [SchemaNode]
  }

  /// All schemas that went in, references resolved, base first.
  var members: [SchemaNode] = []
  /// The kinds that are declared; nil when nothing is.
  var declaredKinds: JSONKinds?
  /// The kinds that other keywords are about.
  var impliedKinds: JSONKinds = []
  var properties: [Property] = []
  var required: [ExactText: SourceLocation] = [:]
  var values: [Value]?
  var format: String?
  var contentEncoding: String?
  var items: SchemaLayers?
  var tuple: [SchemaLayers] = []
  /// Whether no element may stand behind those of the tuple.
  var isTupleClosed = false
  /// The schema of elements behind the tuple, or of all when there is none.
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
  /// Plank's name of an object among others.
  var typeIdentifier: String?

  // What is said where the value stands, not where a reference leads.
  var title: String?
  var documentation: String?
  var defaultValue: (value: LocatedJSON, file: Int)?
  var annotations: [Annotation] = []
  /// Known `x-` keywords.
  var extensions: [String: LocatedJSON] = [:]

  var hasFields: Bool { !properties.isEmpty }

  /// The kinds that a value can be of.
  func kinds(narrowedTo narrow: JSONKinds) -> JSONKinds {
    var kinds = declaredKinds ?? (impliedKinds.isEmpty ? .all : impliedKinds)
    if isNullable, declaredKinds != nil || !impliedKinds.isEmpty { kinds.insert(.null) }
    return kinds.intersection(narrow)
  }
}
