import ModelSchema

/// Generates the statements that write the members of an object.
struct FieldEncoder {
  let context: GeneratorContext
  let tree: KeyTree
  /// The expression for the value of a field.
  let value: (Field) -> String
  /// The condition that a field is set, for types that track it; nil for others.
  let isSet: (([Field]) -> String)?
  /// The expression for the unknown members kept for an object.
  let unknown: ([String]) -> String?

  init(
    _ tree: KeyTree, context: GeneratorContext, value: @escaping (Field) -> String,
    isSet: (([Field]) -> String)? = nil, unknown: @escaping ([String]) -> String? = { _ in nil }
  ) {
    self.context = context
    self.tree = tree
    self.value = value
    self.isSet = isSet
    self.unknown = unknown
  }

  /// Writes the members, without the enclosing braces.
  func write(into builder: inout SourceBuilder) { write(tree, into: &builder) }

  private func write(_ tree: KeyTree, into builder: inout SourceBuilder) {
    for one in tree.places {
      switch one.place {
      case .field(let field, let rank): if rank == 0 { write(field, one.key, into: &builder) }
      case .object(let inner): write(inner, under: one.key, into: &builder)
      }
    }
  }

  private func write(_ tree: KeyTree, under key: String, into builder: inout SourceBuilder) {
    let fields = tree.writtenFields
    // Only older documents have fields here.
    guard !fields.isEmpty else { return }
    let kept = unknown(tree.path)
    let body = { (builder: inout SourceBuilder) in
      builder.line("writer.key(\(SwiftText.literal(key)))")
      builder.line("writer.beginObject()")
      write(tree, into: &builder)
      if let kept { builder.line("\(kept).encode(to: &writer)") }
      builder.line("writer.endObject()")
    }
    if fields.contains(where: isAlwaysWritten) { return body(&builder) }
    var conditions = isSet.map { [$0(fields)] } ?? fields.map { "\(value($0)) != nil" }
    if let kept { conditions.append("!\(kept).isEmpty") }
    builder.condition(conditions, body)
  }

  private func isAlwaysWritten(_ field: Field) -> Bool {
    if field.constant != nil || field.isIdentifier { return true }
    if field.isRequired, field.defaultValue == nil { return true }
    return isSet == nil && context.hasValue(field)
  }

  private func write(_ field: Field, _ key: String, into builder: inout SourceBuilder) {
    let key = "writer.key(\(SwiftText.literal(key)))"
    if let constant = field.constant {
      builder.line(key)
      return builder.line("writer.string(\(SwiftText.literal(constant)))")
    }
    if isAlwaysWritten(field) {
      builder.line(key)
      return writeValue(field, into: &builder)
    }
    if let isSet, field.isNullable || context.hasValue(field) {
      return builder.block("if \(isSet([field]))") { builder in
        builder.line(key)
        writeValue(field, into: &builder)
      }
    }
    builder.block("if let value = \(value(field))") { builder in
      builder.line(key)
      context.write(field, value: "value", into: &builder)
    }
  }

  private func writeValue(_ field: Field, into builder: inout SourceBuilder) {
    if context.hasValue(field) {
      return context.write(field, value: value(field), into: &builder)
    }
    builder.line("if let value = \(value(field)) {")
    builder.indented { context.write(field, value: "value", into: &$0) }
    builder.line("} else {")
    builder.line("  writer.null()")
    builder.line("}")
  }
}

extension SourceBuilder {
  /// Writes `if a || b {`, with line breaks where the formatter puts them.
  mutating func condition(_ parts: [String], _ body: (inout SourceBuilder) -> Void) {
    let flat = "if \(parts.joined(separator: " || "))"
    if fits(flat + " {") || parts.count < 2 { return block(flat, body) }
    line("if \(parts[0])")
    indented { builder in
      for part in parts.dropFirst() { builder.line("|| \(part)") }
    }
    line("{")
    indented(body)
    line("}")
  }
}
