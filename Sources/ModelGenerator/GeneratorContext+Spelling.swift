import ModelSchema

extension GeneratorContext {
  /// Whether a field's value can be written in several forms, so that its original text is kept.
  func isSpelled(_ field: Field) -> Bool {
    field.constant == nil && !isLazy(field) && containsDate(field.type)
  }

  private func containsDate(_ type: TypeReference) -> Bool {
    switch resolved(type) {
    case .date: true
    case .array(let element), .set(let element), .orderedSet(let element), .optional(let element):
      containsDate(element)
    case .map(_, let value): containsDate(value)
    default: false
    }
  }
}
