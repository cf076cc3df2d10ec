/// An annotation that this compiler understands, with its allowed places and keys.
struct KnownAnnotation {
  /// The declarations that an annotation may apply to.
  struct Places: OptionSet {
    let rawValue: Int

    static let valueType = Places(rawValue: 1)
    static let algebraicType = Places(rawValue: 2)
    static let field = Places(rawValue: 4)
    static let caseField = Places(rawValue: 8)
    /// A case with fields in braces, or without fields.
    static let subtype = Places(rawValue: 16)
    /// A case with one unnamed value.
    static let singleSubtype = Places(rawValue: 32)

    static let types: Places = [.valueType, .algebraicType]
    static let fields: Places = [.field, .caseField]
    static let cases: Places = [.subtype, .singleSubtype]
  }

  var places: Places
  var required: [String] = []
  var optional: [String] = []
  var isRepeatable = false

  static let table: [String: KnownAnnotation] = [
    "type": .init(
      places: .types, required: ["name"],
      optional: ["library", "file", "canForwardDeclare", "kind"], isRepeatable: true),
    "library": .init(places: .types, required: ["name"]),
    "visibility": .init(places: .types, required: ["value"]),
    "storage": .init(places: .valueType, required: ["value"]),
    "discriminator": .init(places: .algebraicType, required: ["name"]),
    "import": .init(places: [.fields, .singleSubtype], optional: ["library", "file"]),
    "swiftName": .init(places: .fields, required: ["name"]),
    "nullable": .init(places: [.fields, .singleSubtype]),
    "nonnull": .init(places: [.fields, .singleSubtype]),
    "optional": .init(places: .fields),
    "copy": .init(places: [.fields, .singleSubtype]),
    "codingKey": .init(places: [.fields, .cases], required: ["name"]),
    "codingLegacyKey": .init(places: [.fields, .cases], required: ["name"], isRepeatable: true),
    "key": .init(places: .fields, required: ["name"]),
    "legacyKey": .init(places: .fields, required: ["name"], isRepeatable: true),
    "id": .init(places: .field),
    "index": .init(places: .field),
    "merge": .init(places: .field, required: ["value"]),
    "remote": .init(places: .field, required: ["key", "to"], isRepeatable: true),
    "identifier": .init(places: [.fields, .singleSubtype]),
    "lenient": .init(places: .fields),
    "lazy": .init(places: .fields),
    "default": .init(places: .fields, required: ["value"]),
    "transformer": .init(places: .fields, required: ["name"]),
    "singleAttributeSubtype": .init(places: .singleSubtype, required: ["attributeType"]),
  ]

  /// The names of the places in a message.
  var placesText: String {
    switch places {
    case .types: "a type"
    case .valueType: "a type in a .value file"
    case .algebraicType: "a type in an .adtValue file"
    case .fields: "a field"
    case .field: "a field in a .value file"
    case .singleSubtype: "a case in an .adtValue file"
    case [.fields, .cases]: "a field or a case"
    default: "a field, or a case with %singleAttributeSubtype"
    }
  }
}
