extension TypeDeclaration {
  /// This declaration with a transformer for all dates that have none.
  ///
  /// A field with its own transformer keeps it for everything inside.
  package func readingDates(by transformer: String) -> TypeDeclaration {
    var copy = mapTypes { $0.readingDates(by: transformer) }
    switch (kind, copy.kind) {
    case (.object(let object), .object(var changed)):
      changed.fields = Self.keepingTransformed(object.fields, changed.fields)
      copy.kind = .object(changed)
    case (.union(let union), .union(var changed)):
      for (index, one) in union.cases.enumerated() {
        guard case .fields(let fields) = one.payload,
          case .fields(let changedFields) = changed.cases[index].payload
        else { continue }
        changed.cases[index].payload = .fields(Self.keepingTransformed(fields, changedFields))
      }
      copy.kind = .union(changed)
    default: break
    }
    return copy
  }

  private static func keepingTransformed(_ fields: [Field], _ changed: [Field]) -> [Field] {
    zip(fields, changed).map { field, changed in field.transformer == nil ? changed : field }
  }
}

extension TypeReference {
  fileprivate func readingDates(by transformer: String) -> TypeReference {
    switch self {
    case .date(nil): .date(transformer: transformer)
    case .array(let element): .array(element.readingDates(by: transformer))
    case .set(let element): .set(element.readingDates(by: transformer))
    case .orderedSet(let element): .orderedSet(element.readingDates(by: transformer))
    case .optional(let element): .optional(element.readingDates(by: transformer))
    case .map(let key, let value): .map(key: key, value: value.readingDates(by: transformer))
    default: self
    }
  }
}
