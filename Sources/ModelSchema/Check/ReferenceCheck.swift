extension ModuleCheck {
  /// Resolves external types that another schema of the run declares.
  mutating func resolveExternals() {
    let declared = Set(types.map(\.name))
    types = types.map { type in type.mapTypes { $0.resolvingExternals(among: declared) } }
  }

  /// Rejects names of undeclared types, except of Objective-C classes.
  mutating func references() {
    let declared = Set(types.map(\.name))
    for index in types.indices {
      let type = types[index]
      for (reference, location) in type.references {
        for name in reference.namedTypes where !declared.contains(name) {
          if isClass(name, of: type, among: declared) {
            warn(ofClass: name, in: type, at: location)
            continue
          }
          report(
            .unknownType, "'\(name.printable)' in '\(type.name)' is not declared",
            mend: Self.advice(for: name, among: declared), at: location)
        }
      }
      let classes = type.classes.subtracting(declared)
      types[index] = type.mapTypes { $0.replacing(classes) }
    }
  }

  /// Whether an undeclared type is taken to be a class that is written by hand: its name is not
  /// that of a declared type with a typing error.
  private func isClass(_ name: String, of type: TypeDeclaration, among declared: Set<String>)
    -> Bool
  {
    type.classes.contains(name) && NearestName.find(name, among: declared) == nil
  }

  private mutating func warn(
    ofClass name: String, in type: TypeDeclaration, at location: SourceLocation
  ) {
    var needs = ["Sendable"]
    if type.features.contains(.equality) { needs.insert("Hashable", at: 0) }
    if type.features.contains(.coding) { needs.append("JSONCodable") }
    report(
      .unknownType,
      "'\(name.printable)' in '\(type.name)' is not declared; your Swift code needs a type of this"
        + " name that is \(needs.joined(separator: " & "))",
      mend: Self.advice(for: name, among: []), at: location, severity: .warning)
  }

  /// Rejects references to types that a store does not keep.
  mutating func referencedModels() {
    let indexes = indexes
    for type in types {
      for (reference, location) in type.references {
        for name in reference.referencedModels {
          guard let index = indexes[name], !Self.isStored(types[index]) else { continue }
          report(
            .unsupportedType, "'\(type.name)' refers to '\(name)', which no store keeps",
            mend: "Mark the identity of '\(name)' with %id, and exclude none of its features.",
            at: location)
        }
      }
    }
  }

  private static func isStored(_ type: TypeDeclaration) -> Bool {
    guard case .object(let object) = type.kind else { return false }
    return object.fields.contains(where: \.isIdentifier)
      && type.features.isSuperset(of: [.coding, .equality, .fetchStatus, .merging])
  }

  /// Resolves aliases of aliases, and rejects cycles of aliases.
  mutating func aliases() {
    let indexes = indexes
    for type in types {
      guard case .alias(let target) = type.kind else { continue }
      var seen: Set<String> = [type.name]
      var next = target.embeddedType
      while let name = next {
        guard seen.insert(name).inserted else {
          report(
            .referenceCycle, "'\(type.name)' is an alias of itself",
            mend: "Make one of the names in the cycle refer to a type.", at: type.location)
          break
        }
        guard let index = indexes[name], case .alias(let further) = types[index].kind else { break }
        next = further.embeddedType
      }
    }
  }

  private static func advice(for name: String, among declared: Set<String>) -> String {
    let known = Array(declared) + TypeSpelling.classNames
    if let near = NearestName.find(name, among: known) { return "Did you mean '\(near)'?" }
    return
      "Add its schema to the run, or say where it is declared with %type name=\(name.printable)."
  }
}
