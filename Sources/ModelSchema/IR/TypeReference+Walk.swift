extension TypeReference {
  /// The names of all types of the module in this reference.
  package var namedTypes: [String] {
    switch self {
    case .named(let name): [name]
    case .array(let element), .set(let element), .orderedSet(let element), .optional(let element),
      .reference(let element):
      element.namedTypes
    case .map(let key, let value): key.namedTypes + value.namedTypes
    default: []
    }
  }

  /// The names of the module's types to whose identities this refers.
  package var referencedModels: [String] {
    switch self {
    case .reference(let model): model.namedTypes
    case .array(let element), .set(let element), .orderedSet(let element), .optional(let element):
      element.referencedModels
    case .map(_, let value): value.referencedModels
    default: []
    }
  }

  /// The name of the module's type that a value contains directly, not through a collection.
  package var embeddedType: String? {
    switch self {
    case .named(let name): name
    case .optional(let element): element.embeddedType
    default: nil
    }
  }

  /// This reference with external types replaced by declared types of the same name.
  package func resolvingExternals(among declared: Set<String>) -> TypeReference {
    switch self {
    case .external(let name, nil) where declared.contains(name): .named(name)
    case .array(let element): .array(element.resolvingExternals(among: declared))
    case .set(let element): .set(element.resolvingExternals(among: declared))
    case .orderedSet(let element): .orderedSet(element.resolvingExternals(among: declared))
    case .optional(let element): .optional(element.resolvingExternals(among: declared))
    case .reference(let model): .reference(model.resolvingExternals(among: declared))
    case .map(let key, let value):
      .map(
        key: key.resolvingExternals(among: declared),
        value: value.resolvingExternals(among: declared))
    default: self
    }
  }

  /// This reference with types of the module replaced by external ones of the same name.
  package func replacing(_ external: Set<String>) -> TypeReference {
    switch self {
    case .named(let name) where external.contains(name): .external(name: name, module: nil)
    case .array(let element): .array(element.replacing(external))
    case .set(let element): .set(element.replacing(external))
    case .orderedSet(let element): .orderedSet(element.replacing(external))
    case .optional(let element): .optional(element.replacing(external))
    case .reference(let model): .reference(model.replacing(external))
    case .map(let key, let value):
      .map(key: key.replacing(external), value: value.replacing(external))
    default: self
    }
  }

  /// This reference with the names of the module's types replaced.
  package func renaming(_ rename: (String) -> String) -> TypeReference {
    // Not recursive over the closure: the optimiser would specialise it for minutes.
    exchanging(Dictionary(namedTypes.map { ($0, rename($0)) }, uniquingKeysWith: { $1 }))
  }

  private func exchanging(_ names: [String: String]) -> TypeReference {
    switch self {
    case .named(let name): .named(names[name] ?? name)
    case .array(let element): .array(element.exchanging(names))
    case .set(let element): .set(element.exchanging(names))
    case .orderedSet(let element): .orderedSet(element.exchanging(names))
    case .optional(let element): .optional(element.exchanging(names))
    case .reference(let model): .reference(model.exchanging(names))
    case .map(let key, let value):
      .map(key: key.exchanging(names), value: value.exchanging(names))
    default: self
    }
  }
}
