extension ModuleCheck {
  /// Rejects defaults that are not values of their field's type.
  mutating func defaults() {
    let indexes = indexes
    for type in types {
      for field in type.allFields {
        guard let value = field.defaultValue, !fits(value, field.type, indexes) else { continue }
        report(
          .invalidDefault, "the default of '\(field.name)' is not a value of its type",
          mend: "Write a literal of the field's type.", at: field.location)
      }
    }
  }

  private func fits(
    _ value: Field.Default, _ type: TypeReference, _ indexes: [String: Int]
  ) -> Bool {
    switch (value, resolved(type, indexes)) {
    case (_, .optional(let element)): fits(value, element, indexes)
    case (.boolean, .boolean), (.string, .string), (.string, .lazyString): true
    case (.string, .identifier), (.string, .url): true
    case (.integer(let number), .integer(let bits, let isSigned)):
      integerRange(bits: bits, isSigned: isSigned).contains(number)
    case (.integer, .floatingPoint), (.number, .floatingPoint): true
    case (.enumCase(let name), .named(let typeName)): hasCase(name, typeName, indexes)
    case (.emptyCollection, .array), (.emptyCollection, .set), (.emptyCollection, .orderedSet),
      (.emptyCollection, .map), (.emptyCollection, .external):
      true
    default: false
    }
  }

  private func hasCase(_ name: String, _ typeName: String, _ indexes: [String: Int]) -> Bool {
    guard let index = indexes[typeName] else { return false }
    return switch types[index].kind {
    case .enumeration(let type): type.cases.contains { $0.name == name }
    case .union(let type): type.cases.contains { $0.name == name && $0.payload == .none }
    case .object, .alias: false
    }
  }

  /// The type that an alias stands for.
  func resolved(_ type: TypeReference, _ indexes: [String: Int]) -> TypeReference {
    var type = type
    for _ in 0..<64 {
      guard case .named(let name) = type, let index = indexes[name],
        case .alias(let target) = types[index].kind
      else { return type }
      type = target
    }
    return type
  }
}
