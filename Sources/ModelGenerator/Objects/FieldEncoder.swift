import ModelSchema

/// Generates the statements that write the members of an object.
struct FieldEncoder {
  let context: GeneratorContext
  let tree: KeyTree
  /// The expression for the value of a field.
  let value: (Field) -> String
  /// The condition that a field is set, for types that track it; nil for others.
  let isSet: (([Field]) -> String)?
  /// The expression for the original texts of dates and a field's place in them; nil if they are
  /// not kept.
  let spellings: (text: String, index: (Field) -> Int)?
  /// The expression for the unknown members kept for an object.
  let unknown: ([String]) -> String?

  init(
    _ tree: KeyTree, context: GeneratorContext, value: @escaping (Field) -> String,
    isSet: (([Field]) -> String)? = nil, spellings: (text: String, index: (Field) -> Int)? = nil,
    unknown: @escaping ([String]) -> String? = { _ in nil }
  ) {
    self.context = context
    self.tree = tree
    self.value = value
    self.isSet = isSet
    self.spellings = spellings
    self.unknown = unknown
  }

  /// Writes the members, without the enclosing braces.
  func write(into builder: inout SourceBuilder) { write(tree, into: &builder) }

  private func write(_ tree: KeyTree, into builder: inout SourceBuilder) {
    for one in tree.places {
      switch one.place {
      case .field(let field, let rank): if rank == 0 { write(field, one.key, into: &builder) }
      case .object(let inner): write(inner, under: one.key, into: &builder)
      case .member(let field, let index): writeRemote(field, index, one.key, into: &builder)
      }
    }
  }

  private func write(_ tree: KeyTree, under key: String, into builder: inout SourceBuilder) {
    let (fields, members) = (tree.writtenFields, tree.writtenMembers)
    let body = { (builder: inout SourceBuilder) in
      builder.line("writer.key(\(SwiftText.literal(key)))")
      builder.line("writer.beginObject()")
      write(tree, into: &builder)
      if let kept = unknown(tree.path) { builder.line("\(kept).encode(to: &writer)") }
      builder.line("writer.endObject()")
    }
    if fields.contains(where: isAlwaysWritten) { return body(&builder) }
    var conditions = members.map { "\($0.field.remoteName).contains(\($0.index))" }
    if !fields.isEmpty {
      conditions += isSet.map { [$0(fields)] } ?? fields.map { "\(value($0)) != nil" }
    }
    // An object that only older documents have may hold unknown members, as may those in it.
    let kept = ([tree] + tree.inner).compactMap { unknown($0.path) }
    conditions += kept.map { "!\($0).isEmpty" }
    guard !conditions.isEmpty else { return }
    builder.condition(conditions, body)
  }

  func isAlwaysWritten(_ field: Field) -> Bool {
    if field.constant != nil || field.isIdentifier { return true }
    if isSet != nil { return !context.canBeUnset(field) }
    // An omitted null would be read as the default.
    return field.isRequired || context.hasValue(field) || field.defaultValue != nil
  }

  private func write(_ field: Field, _ key: String, into builder: inout SourceBuilder) {
    let key = SwiftText.literal(key)
    if let constant = field.constant {
      return builder.list("writer.encode", [key, SwiftText.literal(constant)])
    }
    if field.isSpread { return writeRemote(field, key, into: &builder) }
    if isAlwaysWritten(field) { return writeMember(field, key, into: &builder) }
    if let isSet, context.keepsNull(field) || context.hasValue(field) {
      return builder.branch("if \(isSet([field]))") { writeMember(field, key, into: &$0) }
    }
    builder.branch("if let value = \(value(field))") {
      writeMember(field, key, "value", isOptional: false, into: &$0)
    }
  }

  private func writeMember(_ field: Field, _ key: String, into builder: inout SourceBuilder) {
    writeMember(
      field, key, value(field), isOptional: !context.hasValue(field), into: &builder)
  }

  /// Writes the statement for a key and a value, which may be null if it is optional.
  private func writeMember(
    _ field: Field, _ key: String, _ value: String, isOptional: Bool,
    into builder: inout SourceBuilder
  ) {
    if let spellings, context.isSpelled(field) {
      let parts = [key, value, "as: \(spellings.index(field))", "in: \(spellings.text)"]
      return builder.list("writer.encode", parts + context.coder(of: field, isOptional: isOptional))
    }
    builder.list("writer.encode", [key, value] + context.coder(of: field, isOptional: isOptional))
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
