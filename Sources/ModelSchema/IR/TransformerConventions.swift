/// Transformers that fields find by their names: `BornTransformer` is for every field `born`,
/// `UserBornTransformer` for that of the type `User`.
package struct TransformerConventions {
  private static let ending = "Transformer"

  private let names: [String]
  /// The transformers by the part of their names before the ending.
  private let byPrefix: [String: String]

  /// Makes the convention for transformers, each with its path in Swift.
  package init(_ names: [String]) {
    self.names = names
    byPrefix = Dictionary(
      names.map { (Self.prefix(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a name follows the convention.
  package static func isTransformer(_ name: String) -> Bool {
    name.hasSuffix(ending) && !prefix(of: name).isEmpty
  }

  private static func prefix(of name: String) -> String {
    let last = name.split(separator: ".").last ?? ""
    return String(last.dropLast(ending.count))
  }

  /// Gives a transformer to each field that has none and is named like one.
  ///
  /// - Returns: the types, and the transformers that no field is named like
  package func apply(
    to types: [TypeDeclaration]
  ) -> (types: [TypeDeclaration], unused: [String]) {
    var unused = Set(names)
    let types = types.map { type in
      type.mapFields { field in
        guard let name = transformer(of: field, in: type) else { return field }
        unused.remove(name)
        return field.isTransformed ? field : field.transformed(by: name)
      }
    }
    return (types, names.filter(unused.contains))
  }

  /// The name with the type is the more specific one.
  private func transformer(of field: Field, in type: TypeDeclaration) -> String? {
    let fieldName = field.name.prefix(1).uppercased() + field.name.dropFirst()
    let typeName = type.name.split(separator: ".").last ?? ""
    return byPrefix[typeName + fieldName] ?? byPrefix[fieldName]
  }
}

extension Field {
  /// Whether the schema itself names a transformer, or the value is not stored.
  fileprivate var isTransformed: Bool {
    if case .date(_?) = type { return true }
    return transformer != nil || constant != nil
  }

  fileprivate func transformed(by name: String) -> Field {
    var copy = self
    if case .date = type { copy.type = .date(transformer: name) } else { copy.transformer = name }
    copy.isLazy = false
    return copy
  }
}
