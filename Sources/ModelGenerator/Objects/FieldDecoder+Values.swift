import ModelSchema

extension FieldDecoder {
  /// Writes the declaration of the variable for a field's value during decoding.
  func writeVariable(_ field: Field, named name: String, into builder: inout SourceBuilder) {
    let type = context.valueSpelling(of: field)
    if let value = context.initial(field) {
      builder.line("var \(name): \(context.spelling(of: field)) = \(value)")
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
      if bits != nil { writeFill(needed, into: &builder) }
    }
  }

  private func writeFill(_ needed: [Field], into builder: inout SourceBuilder) {
    let pairs = needed.compactMap { field in context.neutral(field).map { (field.name, $0) } }
    guard !pairs.isEmpty else { return }
    builder.line()
    builder.block("mutating func \(locals.fill)()") { builder in
      for (name, value) in pairs {
        let member = "self.\(UnionText.member(name))"
        builder.property("if \(member) == nil", "\(member) = \(value)")
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
      if needsFlag(field) {
        builder.property("if !\(locals.seen(field))", refusal)
      } else if record != nil {
        continue
      } else if Self.isFound(field, context) {
        guard locals.storage == .locals else { continue }
        writeBinding(field, refusal, into: &builder)
      } else if let bit = bits?.literals[field.name] {
        builder.property("if set & \(bit) == 0, !reader.document.isPartial", refusal)
      }
    }
    if locals.storage == .draft { writeDraftCheck(into: &builder) }
    writeRequirement(into: &builder)
  }

  /// The required fields of a record with bits; nil if there are none.
  private var requirement: (record: ObjectPlan, fields: [Field])? {
    guard let record, record.hasBits else { return nil }
    let required = stored.filter(isChecked)
    return required.isEmpty ? nil : (record, required)
  }

  private func writeRequirement(into builder: inout SourceBuilder) {
    guard let (record, fields) = requirement else { return }
    let mask = record.mask { field in fields.contains { $0.name == field.name } }
    let given = record.mask(where: record.isGiven)
    builder.line("try reader.require(")
    builder.indented { builder in
      builder.line(
        "Fields(rawValue: \(mask)),"
          + (given == "0x0" ? "" : " given: Fields(rawValue: \(given)),")
          + " in: draft.modelState, at: start,")
      builder.array("paths:", fields.map(path))
    }
    builder.line(")")
  }

  /// Binds the value of a required field; a partial document may lack it if the instance can.
  private func writeBinding(_ field: Field, _ refusal: String, into builder: inout SourceBuilder) {
    let (name, found) = (locals.value(field), locals.target(field))
    guard bits != nil, let neutral = context.neutral(field) else {
      return builder.property("guard let \(name) = \(found) else", refusal)
    }
    builder.list(
      "let \(name) = try reader.require", [path(field), found, "or: \(neutral)", "at: start"])
  }

  // A single exit for all fields, because each exit releases everything that was read.
  private func writeDraftCheck(into builder: inout SourceBuilder) {
    let needed = stored.filter { isChecked($0) && Self.isFound($0, context) }
    guard !needed.isEmpty else { return }
    if bits != nil, needed.contains(where: { context.neutral($0) != nil }) {
      builder.line("if reader.document.isPartial { draft.\(locals.fill)() }")
    }
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
