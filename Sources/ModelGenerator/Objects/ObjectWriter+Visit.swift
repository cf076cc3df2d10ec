import ModelSchema

extension ObjectWriter {
  /// Writes what the operations on all fields need, such as merging.
  func writeVisit(into builder: inout SourceBuilder) {
    let values = given.map { "\(SwiftText.argument($0.name)): draft.\(UnionText.member($0.name))" }
    builder.branch("\(access)static func emptied(_ draft: Builder) -> Builder") { builder in
      if values.isEmpty { builder.line("Builder()") } else { builder.list("Builder", values) }
    }
    builder.list(
      "\(access)static func visit",
      ["_ pass: inout FieldPass", "_ a: inout Builder", "_ b: Builder"], " {")
    builder.indented { builder in
      let states = ["modelState"] + (plan.spellings.map { [$0] } ?? [])
      for state in states { builder.line("let \(state) = a.\(state)") }
      for (index, field) in fields.enumerated() { writePass(index, field, into: &builder) }
      for slot in plan.unknownSlots {
        builder.line("pass.unknown(&a.\(slot.property), b.\(slot.property))")
      }
      for (method, state) in zip(["state", "spellings"], states) {
        builder.line("pass.\(method)(&a.\(state), \(state), b.\(state))")
      }
    }
    builder.line("}")
  }

  private func writePass(_ index: Int, _ field: Field, into builder: inout SourceBuilder) {
    let name = UnionText.member(field.name)
    let mark = field.isIdentifier ? "" : "&"
    if context.merges(field), isKept(field) { builder.line("pass.keep(\(index))") }
    builder.list("pass.\(method(field))", ["\(index)", "\(mark)a.\(name)", "b.\(name)"])
  }

  private func method(_ field: Field) -> String {
    if field.isIdentifier { return "identity" }
    if field.name == plan.additional?.name { return "table" }
    if context.merges(field) { return reportsMerges(field) ? "reporting" : "model" }
    return isKept(field) ? "kept" : "field"
  }

  /// Whether a restricted value always has a field.
  private func isKept(_ field: Field) -> Bool { field.isRequired && field.defaultValue == nil }

  private func reportsMerges(_ field: Field) -> Bool {
    guard case .named(let name) = context.resolved(field.type),
      let declaration = context.declaration(named: name),
      case .object(let object) = declaration.kind
    else { return false }
    return ObjectPlan(declaration, object, context: context).isNotifying
  }
}
