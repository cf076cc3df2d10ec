import ModelSchema

extension GeneratorContext {
  /// An expression that reads a value of a type, with its `try`.
  func read(_ type: TypeReference) -> String {
    read(type, isLenient: false)
  }

  /// An expression that reads the value of a field, without handling null.
  func read(_ field: Field) -> String {
    if let name = field.transformer {
      return "try \(SwiftText.escaped(path: name)).decode(from: &reader)"
    }
    if isLazy(field) { return "try LazyValue.decode(from: &reader)" }
    return read(field.type, isLenient: field.policy == .lenient)
  }

  /// An expression that reads the value of a field or null, with its `try`; nil if that takes more
  /// than one expression.
  func readOptional(_ field: Field) -> String? {
    if let name = field.transformer {
      return "try reader.readOptional(by: \(SwiftText.escaped(path: name)).self)"
    }
    if isLazy(field) { return "try reader.readOptional(of: \(valueSpelling(of: field)).self)" }
    switch field.type {
    case .array, .set, .orderedSet, .map:
      // Only the field's own statements can drop elements.
      guard field.policy == .strict else { return nil }
      return "try reader.readOptional(\(coder(of: field.type)))"
    case .date, .url, .data:
      return "try reader.readOptional(by: \(transformer(of: field.type)).self)"
    default: return "try reader.readOptional(\(coder(of: field.type)))"
    }
  }

  private func read(_ type: TypeReference, isLenient: Bool) -> String {
    let word = isLenient ? "readLenient" : "read"
    switch type {
    case .boolean: return "try reader.readBoolean()"
    case .integer: return "try reader.readInteger(\(spelling(of: type)).self)"
    case .floatingPoint(let bits): return "try reader.\(bits == 32 ? "readFloat" : "readDouble")()"
    case .string: return "try reader.readString()"
    case .lazyString: return "try reader.readLazyString()"
    case .json: return "try reader.readValue()"
    case .jsonObject: return "try reader.readObject()"
    case .array(let element): return "try reader.\(word)Array(\(coder(of: element)))"
    case .set(let element): return "try reader.\(word)Set(\(coder(of: element)))"
    case .orderedSet(let element):
      return "try OrderedSet(reader.\(word)Array(\(coder(of: element))))"
    case .map(_, let value): return "try reader.\(word)Table(\(coder(of: value)))"
    case .optional(let element): return "try reader.readOptional(\(coder(of: element)))"
    case .date, .url, .data: return "try \(transformer(of: type)).decode(from: &reader)"
    case .identifier, .reference, .named, .external, .opaque:
      return "try \(spelling(of: type)).decode(from: &reader)"
    }
  }

  /// The argument that determines how elements are read: their type or a transformer.
  private func coder(of type: TypeReference) -> String {
    composed(type).map { "by: \($0).self" } ?? "of: \(spelling(of: type)).self"
  }

  /// The argument for writing a field, if a transformer writes it.
  func coder(of field: Field, isOptional: Bool) -> [String] {
    guard
      let name = field.transformer.map(SwiftText.escaped(path:))
        ?? (isLazy(field) ? nil : composed(field.type))
    else { return [] }
    return [isOptional ? "by: OptionalTransformer<\(name)>.self" : "by: \(name).self"]
  }

  /// The transformer for a type that contains dates with a custom transformer; nil for others.
  private func composed(_ type: TypeReference) -> String? {
    switch resolved(type) {
    case .date(let name?): SwiftText.escaped(path: name)
    case .array(let element): composed(element).map { "ArrayTransformer<\($0)>" }
    case .set(let element): composed(element).map { "SetTransformer<\($0)>" }
    case .orderedSet(let element): composed(element).map { "OrderedSetTransformer<\($0)>" }
    case .optional(let element): composed(element).map { "OptionalTransformer<\($0)>" }
    case .map(let key, let value):
      composed(value).map { "TableTransformer<\(spelling(of: key)), \($0)>" }
    default: nil
    }
  }

  /// The transformer between JSON and a library type.
  func transformer(of type: TypeReference) -> String {
    switch type {
    case .date(let name): name.map(SwiftText.escaped(path:)) ?? "ISO8601DateTransformer"
    case .url: "URLTransformer"
    default: "Base64Transformer"
    }
  }

  /// Whether a field's value is decoded on demand.
  func isLazy(_ field: Field) -> Bool {
    guard field.isLazy, field.transformer == nil else { return false }
    if case .lazyString = resolved(field.type) { return false }
    return true
  }
}
