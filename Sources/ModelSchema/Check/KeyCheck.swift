extension ModuleCheck {
  /// The most fields that a type can have.
  ///
  /// `WideBits` has a bit for one more, but the Swift compiler crashes where an initialiser has more
  /// than 1,024 parameters, and `nulls` is one of them.
  static var maximumFieldCount: Int { 1023 }

  /// The greatest depth of objects that a key path may have.
  private static var maximumDepth: Int { 128 }

  /// Rejects objects in which two fields have the same key path.
  mutating func keys() {
    for type in types {
      switch type.kind {
      case .object(let object):
        checkKeys(object.fields, of: type, hasAdditional: object.additional.isField)
      case .union(let union):
        for one in union.cases {
          if case .fields(let fields) = one.payload {
            checkKeys(fields, of: type, hasAdditional: false)
          }
        }
      case .enumeration, .alias: break
      }
    }
  }

  private mutating func checkKeys(
    _ fields: [Field], of type: TypeDeclaration, hasAdditional: Bool
  ) {
    let stored = fields.filter { $0.constant == nil }
    let count = stored.count + (hasAdditional ? 1 : 0)
    if count > Self.maximumFieldCount {
      report(
        .tooManyFields,
        "'\(type.name)' has \(count) fields; \(Self.maximumFieldCount) are possible",
        mend: "Move some of them into a separate type.", at: type.location)
    }
    if stored.filter(\.isIdentifier).count > 1 {
      report(
        .invalidAnnotation, "'\(type.name)' has more than one identity",
        mend: "Leave %id on one field.",
        at: stored.last(where: \.isIdentifier)?.location ?? type.location)
    }
    var tree = KeyTree()
    for field in fields {
      let own = ([field.keyPath] + field.legacyKeyPaths).map { ($0, field.name, field.location) }
      let remote = field.remoteMembers.map { member in
        (member.keyPath, member.name(in: field), member.location)
      }
      for (path, name, location) in own + remote {
        guard path.count <= Self.maximumDepth else {
          report(
            .invalidCodingKey,
            "the key of '\(name)' lies \(path.count) objects deep; the limit is \(Self.maximumDepth)",
            mend: "Move the field closer to the root.", at: location)
          continue
        }
        guard let problem = tree.insert(path, for: name) else { continue }
        report(.invalidCodingKey, problem, mend: "Give one of them another key.", at: location)
      }
    }
  }
}

extension ObjectType.AdditionalMembers {
  /// Whether undeclared members are kept in a field.
  fileprivate var isField: Bool {
    switch self {
    case .unknown, .refused: false
    case .values, .patterns: true
    }
  }
}

/// The key paths that fields have taken.
private struct KeyTree {
  private var owner: String?
  private var children: [ExactText: KeyTree] = [:]

  /// Takes a key path, or returns why that is not possible.
  mutating func insert(_ path: [String], for field: String) -> String? {
    guard !path.isEmpty else { return "the field '\(field)' has no key" }
    return insert(path[...], of: path, for: field)
  }

  private mutating func insert(_ rest: ArraySlice<String>, of path: [String], for field: String)
    -> String?
  {
    let name = path.joined(separator: ".").printable
    if let owner { return "the key '\(name)' of '\(field)' is inside the value of '\(owner)'" }
    guard let first = rest.first.map(ExactText.init) else {
      guard children.isEmpty else {
        return "the key '\(name)' of '\(field)' contains the keys of other fields"
      }
      owner = field
      return nil
    }
    if rest.count == 1, let owner = children[first]?.owner {
      return "the key '\(name)' belongs to '\(owner)' and to '\(field)'"
    }
    return children[first, default: KeyTree()].insert(rest.dropFirst(), of: path, for: field)
  }
}
