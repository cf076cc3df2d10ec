import ModelSchema

extension TypeDeclaration {
  /// The JSON that `IRDocument` describes.
  var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("name", name)
    members.put("kind", kind.name)
    members.put("features", .strings(features.sorted().map(\.rawValue)))
    members.put("imports", .strings(imports))
    members.put("documentation", documentation)
    members.put("annotations", .array(annotations.map(\.tree)))
    members.put("location", location.tree)
    return .object(members + kind.members)
  }
}

extension TypeDeclaration.Kind {
  fileprivate var name: String {
    switch self {
    case .object: "object"
    case .union: "union"
    case .enumeration: "enumeration"
    case .alias: "alias"
    }
  }

  fileprivate var members: [JSONTree.Member] {
    var members: [JSONTree.Member] = []
    switch self {
    case .object(let object):
      members.put("fields", .array(object.fields.map(\.tree)))
      members.put("storage", object.storage.rawValue)
      members.put("additional", object.additional.tree)
    case .union(let union):
      members.put("discriminator", union.discriminator.tree)
      members.put("cases", .array(union.cases.map(\.tree)))
      members.put("keepsUnknown", .boolean(union.keepsUnknown))
    case .enumeration(let type):
      members.put("cases", .array(type.cases.map(\.tree)))
      members.put("keepsUnknown", .boolean(type.keepsUnknown))
      members.put("defaultCase", type.defaultCase)
    case .alias(let type):
      members.put("type", type.tree)
    }
    return members
  }
}

extension ObjectType.AdditionalMembers {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    switch self {
    case .unknown: members.put("kind", "unknown")
    case .refused: members.put("kind", "refused")
    case .values(let type):
      members.put("kind", "values")
      members.put("type", type.tree)
    case .patterns(let patterns):
      members.put("kind", "patterns")
      members.put("patterns", .array(patterns.map(\.tree)))
    }
    return .object(members)
  }
}

extension ObjectType.Pattern {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("expression", expression)
    members.put("type", type.tree)
    return .object(members)
  }
}

extension UnionType.Discriminator {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    switch self {
    case .string(let path):
      members.put("kind", "string")
      members.put("path", .strings(path))
    case .kind: members.put("kind", "kind")
    case .singleKey: members.put("kind", "singleKey")
    }
    return .object(members)
  }
}

extension UnionType.Case {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("name", name)
    members.put("tags", .strings(tags))
    members.put("payload", payload.tree)
    members.put("documentation", documentation)
    members.put("annotations", .array(annotations.map(\.tree)))
    members.put("location", location.tree)
    return .object(members)
  }
}

extension UnionType.Case.Payload {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    switch self {
    case .none: members.put("kind", "none")
    case .value(let type):
      members.put("kind", "value")
      members.put("type", type.tree)
    case .fields(let fields):
      members.put("kind", "fields")
      members.put("fields", .array(fields.map(\.tree)))
    }
    return .object(members)
  }
}

extension EnumType.Case {
  fileprivate var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("name", name)
    switch rawValue {
    case .string(let text): members.put("rawValue", text)
    case .integer(let value): members.put("rawValue", .integer(Int128(value)))
    }
    members.put("documentation", documentation)
    members.put("location", location.tree)
    return .object(members)
  }
}
