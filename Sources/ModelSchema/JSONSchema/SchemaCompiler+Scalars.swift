extension SchemaCompiler {
  /// A number with the width of its format.
  func number(
    _ shape: SchemaShape, _ layers: SchemaLayers, otherwise: TypeReference
  ) -> TypeReference {
    guard let format = shape.format, let type = options.formats[format] else { return otherwise }
    switch (type, otherwise) {
    case (.integer, .integer), (.floatingPoint, .floatingPoint), (.date, _), (.external, _):
      return type
    case (.floatingPoint, .integer), (.integer, .floatingPoint):
      // "number" with "int32" is a whole number that the schema does not declare as one.
      if case .integer = type { return type }
      return otherwise
    default:
      reportFormat(format, layers)
      return otherwise
    }
  }

  func string(_ shape: SchemaShape, _ layers: SchemaLayers) -> TypeReference {
    if let encoding = shape.contentEncoding?.lowercased(), encoding == "base64" { return .data }
    guard let format = shape.format, let type = options.formats[format] else { return .string }
    switch type {
    case .integer, .floatingPoint, .boolean:
      // Numbers written as strings, as some servers do, stay strings.
      reportFormat(format, layers)
      return .string
    default: return type
    }
  }

  private func reportFormat(_ format: String, _ layers: SchemaLayers) {
    report(
      .unsupportedKeyword, "the format '\(format.printable)' does not fit the type: it is ignored",
      mend: "Correct 'type' or 'format'.", at: location(of: layers), severity: .warning)
  }

  /// A list, a set, or JSON if the elements differ.
  func array(_ shape: SchemaShape, _ context: NameContext) -> TypeReference {
    let element = element(shape, context.part("Element"))
    return shape.isSet ? .set(element) : .array(element)
  }

  private func element(_ shape: SchemaShape, _ context: NameContext) -> TypeReference {
    guard !shape.tuple.isEmpty else {
      return (shape.items ?? shape.rest).map { optional(resolve($0, context)) } ?? .json
    }
    let rest = shape.items ?? shape.rest
    let layers = shape.tuple + (rest.map { [$0] } ?? [])
    let types = layers.map { optional(resolve($0, context)) }
    let isClosed = shape.isTupleClosed || rest != nil || limit(shape) <= shape.tuple.count
    if isClosed, Set(types).count == 1, let first = types.first { return first }
    report(
      .unsupportedKeyword,
      "the elements of this list have different types: they are kept as JSON",
      mend: "Give all elements one schema in 'items', with 'oneOf' perhaps.",
      at: location(of: shape.tuple[0]), severity: .warning)
    return .json
  }

  /// The number of possible elements.
  private func limit(_ shape: SchemaShape) -> Int {
    let bounds = shape.annotations.filter { $0.name == "maxItems" }
    return bounds.compactMap { $0.values.first.flatMap { Int($0.value) } }.min() ?? .max
  }

  /// The type of an element or of a map value, where null stays inside the value.
  func optional(_ resolved: Resolved) -> TypeReference {
    resolved.isNullable && resolved.type != .json ? .optional(resolved.type) : resolved.type
  }

  /// The names of the kinds of JSON value that a type is written as.
  func kindNames(of type: TypeReference) -> [String] {
    switch type {
    case .boolean: ["boolean"]
    case .integer: ["integer"]
    case .floatingPoint: ["number"]
    case .array, .set: ["array"]
    case .map, .jsonObject: ["object"]
    default: ["string"]
    }
  }
}
