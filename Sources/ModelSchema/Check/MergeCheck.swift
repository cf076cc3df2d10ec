extension ModuleCheck {
  /// Reports fields that should merge deeply but contain nothing that merges.
  mutating func merging() {
    let indexes = indexes
    for type in types {
      guard case .object(let object) = type.kind else { continue }
      for field in object.fields where field.mergesDeeply && !isModel(field, indexes) {
        report(
          .noEffect, "'\(field.name)' of '\(type.name)' is no model: a newer value replaces it",
          mend: "Merge only fields whose type is an object with the feature merging.",
          at: field.location, severity: .warning)
      }
    }
  }

  private func isModel(_ field: Field, _ indexes: [String: Int]) -> Bool {
    guard field.transformer == nil, !field.isLazy,
      case .named(let name) = resolved(field.type, indexes), let index = indexes[name],
      case .object(let object) = types[index].kind
    else { return false }
    return types[index].features.isSuperset(of: [.merging, .equality, .fetchStatus])
      && object.fields.contains { $0.constant == nil }
  }
}
