import ModelSchema

extension GeneratorContext {
  /// The value of a field that nothing has set yet: its default, or a neutral value such as zero;
  /// nil if the type has neither.
  func neutral(_ field: Field) -> String? {
    if let value = initial(field) { return value }
    guard !field.isIdentifier, field.transformer == nil, !isLazy(field) else { return nil }
    switch resolved(field.type) {
    case .boolean: return "false"
    case .integer, .floatingPoint: return "0"
    case .string: return "\"\""
    case .lazyString: return "LazyString()"
    case .array, .set, .orderedSet: return "[]"
    case .map: return "[:]"
    case .json: return ".null"
    case .jsonObject: return "JSONObject()"
    case .optional: return "nil"
    case .named(let name): return firstCase(of: name)
    case .date, .url, .data, .identifier, .reference, .external, .opaque: return nil
    }
  }

  private func firstCase(of name: String) -> String? {
    guard case .enumeration(let type)? = declaration(named: name)?.kind,
      let first = type.defaultCase ?? type.cases.first?.name
    else { return nil }
    return "." + UnionText.member(first)
  }

  /// Whether an instance that records its set fields may lack a field.
  func canBeUnset(_ field: Field) -> Bool {
    !hasValue(field) || neutral(field) != nil
  }
}
