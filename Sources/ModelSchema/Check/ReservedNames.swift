/// Names that the generated code needs.
enum ReservedNames {
  /// Members of generated types, and members that their protocols require.
  static let members: Set<String> = [
    "Builder", "Fields", "Storage", "StorageValues", "additional", "builder", "changed",
    "customMirror", "debugDescription", "decode", "description",
    "didChange", "encode", "hash", "hashValue", "init", "isSet", "match", "merging", "rawValue",
    "schema", "self", "Type", "Protocol", "unknown", "unknownMembers", "willChange", "with",
  ]

  /// Names that a case cannot have because of the members of its type.
  static let cases: Set<String> = [
    "Protocol", "Type", "decode", "description", "encode", "hash", "hashValue", "init", "match",
    "rawValue", "self",
  ]

  /// Types nested in generated types.
  static let nestedTypes: Set<String> = ["Builder", "Fields", "ID", "Protocol", "Storage", "Type"]

  /// Types that the generated code uses without naming their module.
  static let types: Set<String> = [
    "Any", "AnyObject", "Array", "ArrayTransformer", "Base64Transformer", "Bool", "Builder",
    "CustomDebugStringConvertible", "CustomStringConvertible", "Data", "Date", "Dictionary",
    "Double", "Equatable", "FieldDraft", "FieldSet", "Fields", "Float", "Hashable", "Hasher",
    "HookedModel", "ISO8601DateTransformer", "Identifiable", "InitKind", "Int", "Int16", "Int32",
    "Int64", "Int8", "JSONCodable", "JSONDecodable", "JSONDocument", "JSONEncodable", "JSONError",
    "JSONIdentifier", "JSONIssues", "JSONKey", "JSONKind", "JSONLabel", "JSONObject", "JSONReader",
    "JSONSlice", "JSONTransformer", "JSONValue", "JSONWriter", "LazyString", "LazyValue",
    "MillisecondsDateTransformer", "Model", "ModelDescription", "ModelField", "ModelKit",
    "ModelNotifications", "ModelSchema", "Never", "NotifyingModel", "OptionSet", "Optional",
    "OptionalTransformer", "Result", "SecondsDateTransformer", "Self", "Sendable", "Set",
    "SetTransformer", "StaticString", "Storage", "StorageValues", "StoredModel", "String", "Swift",
    "TableTransformer", "UInt", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8", "URL",
    "URLTransformer", "UndoableModel", "UnknownMembers", "Void",
  ]
}
