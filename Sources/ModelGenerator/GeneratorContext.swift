import ModelSchema

/// What the writers need from the module, and the spelling of types and names.
struct GeneratorContext {
  let module: SchemaModule
  /// The access modifier followed by a space, or empty.
  let access: String
  /// By full name.
  private let declarations: [String: TypeDeclaration]
  let wordCounts = WordCounts()
  /// Keys that a union adds to the objects it contains, by the objects' names.
  let foreignTags: [String: Set<String>]

  init(_ module: SchemaModule, access: AccessLevel) {
    self.module = module
    self.access = access.prefix
    declarations = Dictionary(
      module.types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    foreignTags = UnionAnalysis.foreignTags(in: module)
  }

  func declaration(named name: String) -> TypeDeclaration? { declarations[name] }

  /// The last part of a type's name, as in its declaration.
  func name(of declaration: TypeDeclaration) -> String {
    SwiftText.escaped(String(declaration.name.split(separator: ".").last ?? ""))
  }

  /// The type that an alias stands for.
  func resolved(_ type: TypeReference) -> TypeReference {
    var type = type
    for _ in 0..<64 {
      guard case .named(let name) = type, case .alias(let target)? = declarations[name]?.kind else {
        break
      }
      type = target
    }
    return type
  }

  /// The Swift type of a reference.
  func spelling(of type: TypeReference) -> String {
    switch type {
    case .boolean: "Bool"
    case .integer(let bits, let isSigned):
      (isSigned ? "Int" : "UInt") + (bits.map(String.init) ?? "")
    case .floatingPoint(let bits): bits == 32 ? "Float" : "Double"
    case .string: "String"
    case .lazyString: "LazyString"
    case .date: "Date"
    case .url: "URL"
    case .data: "Data"
    case .json: "JSONValue"
    case .jsonObject: "JSONObject"
    case .identifier(let name), .external(let name, _): SwiftText.escaped(path: name)
    case .array(let element): "[\(spelling(of: element))]"
    case .set(let element): "Set<\(spelling(of: element))>"
    case .reference(let model): "Ref<\(spelling(of: model))>"
    case .orderedSet(let element): "OrderedSet<\(spelling(of: element))>"
    case .map(let key, let value): "[\(spelling(of: key)): \(spelling(of: value))]"
    case .optional(let element): optional(spelling(of: element))
    case .named(let name): SwiftText.escaped(path: name)
    case .opaque(let type): "Opaque<\(spelling(of: type))>"
    }
  }

  /// What the box holds; models are sent between threads, so it is `Sendable`.
  private func spelling(of type: OpaqueType) -> String {
    switch type {
    case .anyClass: "any AnyObject.Type"
    case .block: "@Sendable () -> Void"
    case .conforming(let protocols):
      "any " + (protocols.map(SwiftText.escaped(path:)) + ["Sendable"]).joined(separator: " & ")
    case .named(let name): SwiftText.escaped(path: name)
    }
  }

  /// The Swift type of a field without its optionality.
  func valueSpelling(of field: Field) -> String {
    let type = spelling(of: field.type)
    return isLazy(field) ? "LazyValue<\(type)>" : type
  }

  /// The Swift type of a field: optional unless it always has a value.
  func spelling(of field: Field) -> String {
    let type = valueSpelling(of: field)
    return hasValue(field) ? type : optional(type)
  }

  /// Whether a field always has a value, whatever the document contains.
  func hasValue(_ field: Field) -> Bool {
    if field.isIdentifier { return true }
    return !field.isNullable && (field.isRequired || field.defaultValue != nil)
  }

  private func optional(_ type: String) -> String { type.hasSuffix("?") ? type : type + "?" }

  /// The default of a field as an expression; nil if it has none.
  func initial(_ field: Field) -> String? {
    guard let value = field.defaultValue else { return nil }
    let text = literal(value, of: field.type)
    return isLazy(field) ? "LazyValue(\(text))" : text
  }

  /// A default as a literal of its field's type.
  private func literal(_ value: Field.Default, of type: TypeReference) -> String {
    switch value {
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .string(let text): literal(text, of: type)
    case .enumCase(let name): "." + SwiftText.escaped(name)
    case .emptyCollection: if case .map = resolved(type) { "[:]" } else { "[]" }
    }
  }

  private func literal(_ text: String, of type: TypeReference) -> String {
    switch resolved(type) {
    case .lazyString: "LazyString(\(SwiftText.literal(text)))"
    case .identifier: "\(spelling(of: type)).constant(\(SwiftText.literal(text)))"
    case .url: "URLTransformer.constant(\(SwiftText.literal(text)))"
    default: SwiftText.literal(text)
    }
  }
}
