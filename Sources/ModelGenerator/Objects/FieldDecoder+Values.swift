import ModelSchema

extension FieldDecoder {
  /// Writes the declaration of the variable for a field's value during decoding.
  func writeVariable(_ field: Field, named name: String, into builder: inout SourceBuilder) {
    let type = context.valueSpelling(of: field)
    if let value = context.initial(field), context.hasValue(field) {
      builder.line("var \(name): \(type) = \(value)")
    } else {
      builder.stored("var \(name)", type: type.hasSuffix("?") ? type : type + "?")
    }
  }

  /// Writes the struct that holds the values of many fields.
  ///
  /// Its initialiser is a call, because the optimiser would track each value that it sees assigned.
  func writeDraft(into builder: inout SourceBuilder) {
    let needed = stored.filter { isChecked($0) && Self.isFound($0, context) }
    builder.block("struct FieldDraft") { builder in
      for field in stored {
        writeVariable(field, named: SwiftText.escaped(field.name), into: &builder)
      }
      builder.line()
      builder.line("@inline(never) init() {}")
      guard !needed.isEmpty else { return }
      builder.line()
      builder.block("func \(locals.missing)() -> JSONLabel") { builder in
        for field in needed.dropLast() {
          let condition = "if self.\(UnionText.member(field.name)) == nil"
          builder.property(condition, "return \(path(field))")
        }
        builder.line("return \(needed.last.map(path) ?? "")")
      }
    }
  }

  private func path(_ field: Field) -> String {
    SwiftText.literal(field.keyPath.joined(separator: "."))
  }

  /// Writes the checks that reject an object without its required fields.
  func writeChecks(into builder: inout SourceBuilder) {
    for field in fields where isChecked(field) {
      let refusal = "throw reader.error(.missingMember(\(path(field))), at: start)"
      if field.constant == nil, Self.isFound(field, context) {
        guard !locals.isWide else { continue }
        let guarded = "guard let \(locals.value(field)) = \(locals.target(field)) else"
        builder.property(guarded, refusal)
      } else if needsFlag(field) {
        builder.property("if !\(locals.seen(field))", refusal)
      } else if let bit = bits?.literals[field.name] {
        builder.property("if set & \(bit) == 0", refusal)
      }
    }
    if locals.isWide { writeDraftCheck(into: &builder) }
  }

  // A single exit for all fields, because each exit releases everything that was read.
  private func writeDraftCheck(into builder: inout SourceBuilder) {
    let needed = stored.filter { isChecked($0) && Self.isFound($0, context) }
    guard !needed.isEmpty else { return }
    let bindings = needed.map { "let \(locals.value($0)) = \(locals.target($0))" }
    builder.line("guard")
    builder.indented { builder in
      for (index, binding) in bindings.enumerated() {
        builder.line(binding + (index + 1 < bindings.count ? "," : ""))
      }
    }
    let reason = ".missingMember(draft.\(locals.missing)())"
    builder.line("else { throw reader.error(\(reason), at: start) }")
  }
}
