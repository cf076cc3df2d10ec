/// Names that the generated code needs.
enum ReservedNames {
  /// Members of generated types, and members that their protocols require.
  static let members: Set<String> = [
    "Builder", "Fields", "StorageValues", "additional", "builder", "changed",
    "customMirror", "debugDescription", "decode", "description",
    "didChange", "encode", "hash", "hashValue", "init", "isSet", "match", "merging", "modelState",
    "rawValue",
    "schema", "self", "Type", "Protocol", "unknown", "unknownMembers", "willChange", "with",
  ]

  /// Names that a case cannot have because of the members of its type.
  static let cases: Set<String> = [
    "Protocol", "Type", "decode", "description", "encode", "hash", "hashValue", "init", "match",
    "rawValue", "self",
  ]

  /// Types nested in generated types.
  static let nestedTypes: Set<String> = ["Builder", "Fields", "ID", "Protocol", "Type"]

  /// Types that the generated code uses without naming their module.
  static let types: Set<String> = [
    "Any", "AnyObject", "Array", "ArrayTransformer", "Base64Transformer", "Bool", "Boxed",
    "Builder", "Codable", "CodableModel", "CustomStringConvertible", "Data",
    "Date", "DescribedModel", "Dictionary", "Double", "Equatable", "FieldDraft", "FieldPass",
    "FieldSet", "Fields", "Float", "Given", "Hashable", "Hasher", "HookedModel",
    "ISO8601DateTransformer", "Identifiable", "InitKind", "Int", "Int16", "Int32", "Int64", "Int8",
    "JSONCodable", "JSONDecodable", "JSONDocument", "JSONEncodable", "JSONError", "JSONIdentifier",
    "JSONIssues", "JSONKey", "JSONKeyTable", "JSONKind", "JSONLabel", "JSONObject",
    "JSONObjectEncodable", "JSONReader", "JSONSlice", "JSONTransformer", "JSONValue", "JSONWriter",
    "LazyString", "LazyValue", "MillisecondsDateTransformer", "Model", "ModelBuilder",
    "ModelDescription", "ModelField", "ModelKit", "ModelNotifications", "ModelSchema", "ModelState",
    "Never", "NotifyingModel", "Opaque", "Optional", "OptionalTransformer", "OrderedSet",
    "OrderedSetTransformer", "RecordModel", "Ref", "RemoteMember", "RemoteParts", "RemoteValues",
    "Result",
    "SecondsDateTransformer", "Self", "Sendable", "Set", "SetTransformer", "Spellings",
    "StaticString", "StorageValues", "StoredModel", "String", "Swift", "TableTransformer", "UInt",
    "UInt128", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "URLTransformer", "UndoableModel",
    "UnknownMembers", "Void", "WideBits",
  ]
}
