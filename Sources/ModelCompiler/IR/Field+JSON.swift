import ModelSchema

extension Field {
  /// The JSON that `IRDocument` describes.
  var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("name", name)
    members.put("keyPath", .strings(keyPath))
    members.put("legacyKeyPaths", .array(legacyKeyPaths.map(JSONTree.strings)))
    members.put("type", type.tree)
    members.put("isRequired", .boolean(isRequired))
    members.put("isNullable", .boolean(isNullable))
    members.put("default", defaultValue?.tree)
    members.put("constant", constant)
    members.put("policy", policy.rawValue)
    members.put("transformer", transformer)
    members.put("isIdentifier", .boolean(isIdentifier))
    members.put("isIndexed", .boolean(isIndexed))
    members.put("isLazy", .boolean(isLazy))
    members.put("mergesDeeply", .boolean(mergesDeeply))
    members.put("remoteMembers", remoteMembers.isEmpty ? nil : .array(remoteMembers.map(\.tree)))
    members.put("documentation", documentation)
    members.put("annotations", .array(annotations.map(\.tree)))
    members.put("location", location.tree)
    return .object(members)
  }
}

extension RemoteMember {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("keyPath", .strings(keyPath))
    members.put("target", .strings(target))
    members.put("targetKeyPath", .strings(targetKeyPath))
    members.put("location", location.tree)
    return .object(members)
  }
}

extension Field.Default {
  fileprivate var tree: JSONTree {
    let (kind, value): (String, JSONTree?) =
      switch self {
      case .boolean(let value): ("boolean", .boolean(value))
      case .integer(let value): ("integer", .integer(value))
      case .number(let value): ("number", .number(value))
      case .string(let value): ("string", .string(value))
      case .enumCase(let name): ("enumCase", .string(name))
      case .emptyCollection: ("emptyCollection", nil)
      }
    var members: [JSONTree.Member] = []
    members.put("kind", kind)
    members.put("value", value)
    return .object(members)
  }
}

extension Annotation {
  var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("name", name)
    members.put("values", .array(values.map(\.tree)))
    members.put("location", location.tree)
    return .object(members)
  }
}

extension Annotation.Value {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("key", key)
    members.put("value", value)
    return .object(members)
  }
}

extension SourceLocation {
  var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("file", file)
    members.put("line", .integer(Int128(line)))
    members.put("column", .integer(Int128(column)))
    return .object(members)
  }
}
