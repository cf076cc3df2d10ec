/// Names that the generated code needs for itself.
enum ReservedNames {
  /// Members that generated types have, or that protocols ask of them.
  static let members: Set<String> = [
    "additional", "builder", "changed", "customMirror", "debugDescription", "decode", "description",
    "didChange", "encode", "hash", "hashValue", "init", "isSet", "match", "merging", "rawValue",
    "schema", "self", "Type", "Protocol", "unknown", "unknownMembers", "willChange", "with",
  ]

  /// Names that a case cannot have beside the members of its type.
  static let cases: Set<String> = [
    "Protocol", "Type", "decode", "description", "encode", "hash", "hashValue", "init", "match",
    "rawValue", "self",
  ]

  /// Nested types that generated types have.
  static let nestedTypes: Set<String> = ["Builder", "Fields", "ID", "Protocol", "Storage", "Type"]

  /// Types that the generated code names without their module.
  static let types: Set<String> = [
    "Any", "AnyObject", "Builder", "Fields", "JSONIssues", "JSONObject", "LazyValue",
    "ModelDescription", "ModelField", "ModelNotifications", "NotifyingModel", "Storage",
    "StorageValues", "Array", "Bool", "CustomDebugStringConvertible",
    "CustomStringConvertible", "Data", "Date", "Dictionary", "Double", "Equatable", "FieldSet",
    "Float", "Hashable", "Hasher", "HookedModel", "Identifiable", "InitKind", "Int", "Int16",
    "Int32", "Int64", "Int8", "JSONDecodable", "JSONDocument", "JSONEncodable", "JSONError",
    "JSONIdentifier", "JSONKey", "JSONKind", "JSONReader", "JSONSlice", "JSONTransformer",
    "JSONValue", "JSONWriter", "LazyString", "Model", "ModelKit", "ModelSchema", "Never",
    "OptionSet", "Optional", "Result", "Self", "Sendable", "Set", "StaticString", "StoredModel",
    "String", "Swift", "UInt", "UInt128", "UInt16", "UInt32", "UInt64", "UInt8", "URL",
    "UndoableModel", "UnknownMembers", "Void",
  ]
}
