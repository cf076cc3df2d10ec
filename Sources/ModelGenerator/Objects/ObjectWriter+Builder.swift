import ModelSchema

extension ObjectWriter {
  /// Writes the struct of the fields, which is also the draft of a new value.
  func writeBuilder(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// A mutable draft; assigned fields count as set.")
    let conformances =
      plan.isModel
      ? ["ModelBuilder"] : plan.has(.equality) ? ["Hashable", "Sendable"] : ["Sendable"]
    builder.type("\(access)struct Builder", conformances: conformances) { builder in
      for field in fields { writeStored(field, into: &builder) }
      if plan.hasBits { builder.line("fileprivate var modelState = ModelState<Fields>()") }
      for slot in plan.hidden {
        builder.line("fileprivate var \(slot.property) = \(slot.type)()")
      }
      writeBuilderInitializers(into: &builder)
      writeBuild(into: &builder)
      if plan.isModel { writeVisit(into: &builder) }
    }
    if plan.has(.builder) { writeWith(into: &builder) }
  }

  /// Without the feature, only this file changes a draft.
  private var changeable: String { plan.has(.builder) ? "" : "fileprivate(set) " }

  /// The fields that a draft must be given.
  var given: [Field] { fields.filter(plan.isGiven) }

  private func writeStored(_ field: Field, into builder: inout SourceBuilder) {
    let wrapper = plan.isGiven(field) ? "@Given " : ""
    let head = "\(wrapper)\(access)\(changeable)var \(SwiftText.escaped(field.name))"
    let value = plan.hasValue(field) ? context.neutral(field) : context.initial(field)
    let declaration = "\(head): \(type(field))" + (value.map { " = \($0)" } ?? "")
    builder.observed(declaration, marks(field))
  }

  /// The statements after an assignment.
  private func marks(_ field: Field) -> [String] {
    let value = plan.member(field)
    var lines = plan.dropsSpelling(of: field).map { [$0] } ?? []
    guard plan.hasBits else { return lines }
    let isAdditional = field.name == plan.additional?.name
    if !isAdditional, plan.hasValue(field) || plan.isNullable(field) {
      lines.append("modelState.mark(\(plan.shortBit(field)))")
    } else {
      let condition = isAdditional ? "if: !\(value).isEmpty" : "for: \(value)"
      lines.append("modelState.mark(\(plan.shortBit(field)), \(condition))")
    }
    return lines
  }

  private func writeBuilderInitializers(into builder: inout SourceBuilder) {
    let given = given
    let isPublic = plan.has(.builder)
    guard !given.isEmpty else {
      if isPublic { builder.line("\(access)init() {}") }
      return
    }
    // Also for decoding, which finds the values one after the other.
    builder.line("fileprivate init() {}")
    let parameters = given.map { "\(SwiftText.label($0.name)): \(type($0))" }
    builder.list("\(isPublic ? access : "fileprivate ")init", parameters, " {")
    builder.indented { builder in
      // After this call, assignments mark their fields.
      builder.line("self.init()")
      for field in given { builder.line("self.\(field.name) = \(SwiftText.escaped(field.name))") }
    }
    builder.line("}")
  }

  private func writeBuild(into builder: inout SourceBuilder) {
    guard plan.has(.builder) else { return }
    let built = plan.isNotifying ? "\(plan.name)(self).created(.built)" : "\(plan.name)(self)"
    builder.line("/// The instance.")
    builder.line("\(access)func \(plan.unique("build"))() -> \(plan.name) { \(built) }")
  }

  private func writeWith(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// A copy with changes; assigned fields count as set.")
    builder.block(
      "\(access)func with(_ edit: (inout Builder) throws -> Void) rethrows", returning: plan.name
    ) { builder in
      let told = plan.isNotifying ? ".created(.copied)" : ""
      if plan.isModel { return builder.line("try makeCopy(editing: edit)\(told)") }
      builder.line("var draft = \(plan.contents)")
      builder.line("try edit(&draft)")
      builder.line("return \(plan.name)(draft)")
    }
  }
}

extension SourceBuilder {
  /// Writes a property with statements after each assignment, on as few lines as fit.
  mutating func observed(_ declaration: String, _ statements: [String]) {
    guard !statements.isEmpty else { return line(declaration) }
    let observer = "didSet { \(statements.joined(separator: "; ")) }"
    if statements.count == 1, fits("\(declaration) { \(observer) }") {
      return line("\(declaration) { \(observer) }")
    }
    block(declaration) { builder in
      if statements.count == 1, builder.fits(observer) { return builder.line(observer) }
      builder.block("didSet") { builder in for one in statements { builder.statement(one) } }
    }
  }
}
