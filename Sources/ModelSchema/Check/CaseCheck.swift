extension ModuleCheck {
  /// Rejects cases that cannot be distinguished in Swift or in a document.
  mutating func cases() {
    let indexes = indexes
    for type in types {
      switch type.kind {
      case .enumeration(let enumeration): check(enumeration, of: type)
      case .union(let union): check(union, of: type, indexes)
      case .object, .alias: break
      }
    }
  }

  private mutating func check(_ enumeration: EnumType, of type: TypeDeclaration) {
    checkNames(enumeration.cases.map { ($0.name, $0.location) }, of: type)
    var raws: Set<EnumType.RawValue> = []
    for one in enumeration.cases where !raws.insert(one.rawValue).inserted {
      report(
        .duplicateCase, "the value of '\(one.name)' belongs to an earlier case of '\(type.name)'",
        mend: "Give each case its own value.", at: one.location)
    }
    let kinds = Set(
      enumeration.cases.map { if case .string = $0.rawValue { true } else { false } })
    if kinds.count > 1 {
      report(
        .unsupportedType, "'\(type.name)' mixes strings and numbers",
        mend: "Give all cases values of one kind.", at: type.location)
    }
    if let name = enumeration.defaultCase, !enumeration.cases.contains(where: { $0.name == name }) {
      report(
        .invalidDefault, "'\(type.name)' has no case '\(name.printable)' to start with",
        mend: "Name one of its cases.", at: type.location)
    }
  }

  private mutating func check(
    _ union: UnionType, of type: TypeDeclaration, _ indexes: [String: Int]
  ) {
    checkNames(union.cases.map { ($0.name, $0.location) }, of: type)
    if case .kind = union.discriminator { return checkKinds(union, of: type, indexes) }
    var tags: [ExactText: String] = [:]
    for one in union.cases {
      if one.tags.isEmpty {
        report(
          .ambiguousUnion, "nothing in a document tells the case '\(one.name)' of '\(type.name)'",
          mend: "Give its schema a constant in the property that distinguishes the cases.",
          at: one.location)
      }
      for tag in one.tags {
        if let other = tags.updateValue(one.name, forKey: ExactText(tag)) {
          report(
            .ambiguousUnion,
            "'\(tag.printable)' stands for '\(other)' and for '\(one.name)' in '\(type.name)'",
            mend: "Give each case its own tag.", at: one.location)
        }
      }
    }
  }

  private mutating func checkNames(
    _ cases: [(name: String, location: SourceLocation)], of type: TypeDeclaration
  ) {
    if cases.isEmpty {
      report(
        .unsupportedType, "'\(type.name)' has no cases", mend: "Declare at least one.",
        at: type.location)
    }
    var seen: Set<String> = []
    for one in cases {
      if !SwiftName.isIdentifier(one.name) {
        report(
          .invalidName, "'\(one.name.printable)' is not a valid name for a case",
          mend: "Use letters, digits and underscores.", at: one.location)
      } else if !seen.insert(one.name).inserted {
        report(
          .duplicateCase, "'\(type.name)' has two cases '\(one.name)'",
          mend: "Give one of the two another name.", at: one.location)
      }
    }
  }

  private mutating func checkKinds(
    _ union: UnionType, of type: TypeDeclaration, _ indexes: [String: Int]
  ) {
    var owners: [String: String] = [:]
    for one in union.cases {
      guard case .value(let payload) = one.payload else { continue }
      let kinds = one.tags.isEmpty ? jsonKind(payload, indexes).map { [$0] } ?? [] : one.tags
      if kinds.isEmpty {
        report(
          .ambiguousUnion, "the kind of JSON value does not tell '\(one.name)' of '\(type.name)'",
          mend: "Distinguish the cases by a constant property.", at: one.location)
      }
      for kind in kinds {
        if let other = owners.updateValue(one.name, forKey: kind) {
          report(
            .ambiguousUnion,
            "'\(other)' and '\(one.name)' of '\(type.name)' are both a JSON \(kind)",
            mend: "Distinguish the cases by a constant property.", at: one.location)
        }
      }
    }
  }

  /// The single kind of JSON value that a type is written as; nil if there are several.
  private func jsonKind(_ type: TypeReference, _ indexes: [String: Int]) -> String? {
    switch resolved(type, indexes) {
    case .boolean: "boolean"
    case .integer: "integer"
    case .floatingPoint: "number"
    case .string, .lazyString, .url, .data, .identifier, .date: "string"
    case .array, .set, .orderedSet: "array"
    case .map, .jsonObject: "object"
    case .json, .optional, .reference, .external, .opaque: nil
    case .named(let name): indexes[name].flatMap { kind(of: types[$0]) }
    }
  }

  private func kind(of type: TypeDeclaration) -> String? {
    switch type.kind {
    case .object: "object"
    case .union(let union): if case .kind = union.discriminator { nil } else { "object" }
    case .enumeration(let enumeration):
      if case .integer = enumeration.cases.first?.rawValue { "integer" } else { "string" }
    case .alias: nil
    }
  }
}
