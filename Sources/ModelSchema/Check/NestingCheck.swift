extension ModuleCheck {
  /// The most collections and nullable values that a type can have inside each other: with each
  /// further one the Swift compiler takes twice as long, and 24 take it half a minute.
  private static var maximumNesting: Int { 16 }

  /// Rejects types in which collections nest so deeply that Swift would not compile them in time.
  mutating func nesting() {
    // A cycle of aliases is reported already, and to follow it would not end.
    guard !diagnostics.contains(where: { $0.code == .referenceCycle }) else { return }
    let aliases = Dictionary(
      types.compactMap { type in
        if case .alias(let target) = type.kind { (type.name, target) } else { nil }
      }, uniquingKeysWith: { first, _ in first })
    for type in types {
      for (reference, location) in type.references
      where Self.isTooDeep(reference, Self.maximumNesting, aliases) {
        report(
          .nestingTooDeep,
          "lists, tables and nullable values are nested more than \(Self.maximumNesting) deep here",
          mend: "Put the inner ones into a field of another type.", at: location)
      }
    }
  }

  /// Whether a type has more levels than `rest`; a typealias counts as what it stands for.
  private static func isTooDeep(
    _ type: TypeReference, _ rest: Int, _ aliases: [String: TypeReference]
  ) -> Bool {
    var type = type
    while case .named(let name) = type, let target = aliases[name] { type = target }
    return switch type {
    case .array(let element), .set(let element), .orderedSet(let element), .optional(let element),
      .map(_, let element):
      rest == 0 || isTooDeep(element, rest - 1, aliases)
    default: false
    }
  }
}
