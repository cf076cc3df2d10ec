import ModelSchema

/// The checked types as JSON: what `--emit ir` prints and plugins receive.
///
/// ```text
/// {"format": "modelc-ir", "version": 1, "types": [TYPE…]}
///
/// TYPE        {"name", "kind", "features": [FEATURE…], "imports": [MODULE…], "documentation"?,
///             "annotations": [ANNOTATION…], "location": LOCATION, and by kind:}
///   object       "fields": [FIELD…], "storage": "automatic" | "inline" | "copyOnWrite",
///                "additional": {"kind": "unknown" | "refused"}
///                            | {"kind": "values", "type": REFERENCE}
///                            | {"kind": "patterns", "patterns": [{"expression", "type"}…]}
///   union        "discriminator": {"kind": "string", "path": [KEY…]} | {"kind": "kind"}
///                               | {"kind": "singleKey"},
///                "cases": [{"name", "tags": [TAG…], "payload": PAYLOAD, "documentation"?,
///                "annotations", "location"}…], "keepsUnknown": BOOLEAN
///   enumeration  "cases": [{"name", "rawValue": STRING | INTEGER, "documentation"?,
///                "location"}…], "keepsUnknown": BOOLEAN, "defaultCase"?
///   alias        "type": REFERENCE
/// PAYLOAD     {"kind": "none"} | {"kind": "value", "type": REFERENCE}
///             | {"kind": "fields", "fields": [FIELD…]}
/// FIELD       {"name", "keyPath": [KEY…], "legacyKeyPaths": [[KEY…]…], "type": REFERENCE,
///             "isRequired", "isNullable", "default"?: {"kind": "boolean" | "integer" | "number"
///             | "string" | "enumCase" | "emptyCollection", "value"?}, "constant"?,
///             "policy": "strict" | "lenient", "transformer"?, "isIdentifier", "isIndexed",
///             "isLazy", "remoteMembers"?: [{"keyPath": [KEY…], "target": [NAME…],
///             "targetKeyPath": [KEY…], "location"}…], "documentation"?, "annotations", "location"}
/// REFERENCE   {"kind": "boolean" | "string" | "lazyString" | "url" | "data" | "json"
///             | "jsonObject"} | {"kind": "integer", "bits"?, "isSigned"}
///             | {"kind": "floatingPoint", "bits"} | {"kind": "date", "transformer"?}
///             | {"kind": "identifier", "name"}
///             | {"kind": "reference", "model"}
///             | {"kind": "array" | "set" | "orderedSet" | "optional", "element"}
///             | {"kind": "map", "key", "value"} | {"kind": "named", "name"}
///             | {"kind": "external", "name", "module"?}
///             | {"kind": "opaque", "of": "class" | "block" | "protocols" | "type", "name"?,
///             "names"?: [NAME…]}
/// ANNOTATION  {"name", "values": [{"key", "value"}…], "location"}
/// LOCATION    {"file", "line", "column"}
/// ```
///
/// Members marked `?` are omitted if they have no value. Names are Swift identifiers without
/// backticks. The version increases when a member changes its meaning or is removed. Members and
/// kinds may be added without a new version, so readers must skip what they do not know.
enum IRDocument {
  static let format = "modelc-ir"
  static let version: Int64 = 1

  static func tree(of module: SchemaModule) -> JSONTree {
    var members = head
    members.put("types", .array(module.types.map(\.tree)))
    return .object(members)
  }

  /// The members that every document begins with.
  static var head: [JSONTree.Member] {
    var members: [JSONTree.Member] = []
    members.put("format", format)
    members.put("version", .integer(Int128(version)))
    return members
  }
}
