extension ModuleCheck {
  /// Resolves external types that another schema of the run declares.
  mutating func resolveExternals() {
    let declared = Set(types.map(\.name))
    types = types.map { type in type.mapTypes { $0.resolvingExternals(among: declared) } }
  }

  /// Rejects names of undeclared types.
  mutating func references() {
    let declared = Set(types.map(\.name))
    for type in types {
      for (reference, location) in type.references {
        for name in reference.namedTypes where !declared.contains(name) {
          report(
            .unknownType, "'\(name.printable)' in '\(type.name)' is not declared",
            mend: Self.advice(for: name, among: declared), at: location)
        }
      }
    }
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
    if let near = NearestName.find(name, among: declared) { return "Did you mean '\(near)'?" }
    return
      "Add its schema to the run, or say where it is declared with %type name=\(name.printable)."
  }
}
