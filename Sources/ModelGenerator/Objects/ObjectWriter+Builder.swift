import ModelSchema

extension ObjectWriter {
  /// Writes `with` and the struct `Builder` that it passes to its closure.
  func writeBuilder(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// A copy with changes; assigned fields count as set.")
    builder.block(
      "\(access)func with(_ edit: (inout Builder) throws -> Void) rethrows", returning: plan.name
    ) { builder in
      builder.line("var builder = Builder(\(plan.contents))")
      builder.line("try edit(&builder)")
      if isNotifying {
        builder.line("let copy = builder.\(finishedName)")
        builder.line("ModelNotifications.post(copy, .copied)")
        builder.line("return copy")
      } else {
        builder.line("return builder.\(buildName)()")
      }
    }
    builder.line()
    builder.line("/// A mutable draft of an instance.")
    builder.block("\(access)struct Builder: Sendable") { builder in
      let type = plan.isBoxed ? "StorageValues" : plan.name
      builder.line("private var \(valuesName): \(type)")
      for field in fields { writeAccess(field, into: &builder) }
      writeBuilderInitializer(into: &builder)
      builder.line()
      builder.line("fileprivate init(_ values: \(type)) { self.\(valuesName) = values }")
      writeBuild(into: &builder)
    }
  }

  private var valuesName: String { plan.unique("values") }
  private var buildName: String { plan.unique("build") }
  private var finishedName: String { plan.unique("finished") }

  private func writeBuild(into builder: inout SourceBuilder) {
    let finished = plan.isBoxed ? "\(plan.name)(\(valuesName))" : valuesName
    builder.line()
    builder.line("/// The instance.")
    guard isNotifying else {
      return builder.line("\(access)func \(buildName)() -> \(plan.name) { \(finished) }")
    }
    builder.block("\(access)func \(buildName)() -> \(plan.name)") { builder in
      builder.line("let instance = \(finishedName)")
      builder.line("ModelNotifications.post(instance, .built)")
      builder.line("return instance")
    }
    builder.line()
    builder.line("fileprivate var \(finishedName): \(plan.name) { \(finished) }")
  }

  private func writeAccess(_ field: Field, into builder: inout SourceBuilder) {
    builder.line()
    builder.documentation(plan.documentation(of: field))
    let value = "\(valuesName).\(UnionText.member(field.name))"
    let head = "\(access)var \(SwiftText.escaped(field.name))"
    builder.computed(head, type: type(field)) { builder in
      builder.line("get { \(value) }")
      builder.block("set") { builder in
        builder.line("\(value) = newValue")
        guard plan.hasBits else { return }
        let insert = "\(valuesName).isSet.insert(\(plan.bit(field)))"
        let isAdditional = field.name == plan.additional?.name
        if !isAdditional, plan.hasValue(field) || plan.isNullable(field) {
          builder.line(insert)
        } else {
          builder.line("if \(isAdditional ? "newValue.isEmpty" : "newValue == nil") {")
          builder.line("  \(valuesName).isSet.remove(\(plan.bit(field)))")
          builder.line("} else {")
          builder.line("  \(insert)")
          builder.line("}")
        }
      }
    }
  }

  private func writeBuilderInitializer(into builder: inout SourceBuilder) {
    let needed = fields.filter { plan.hasValue($0) && natural($0) == nil }
    builder.line()
    builder.line(
      needed.isEmpty
        ? "/// Begins with empty values."
        : "/// Begins with empty values where the types have them.")
    let parameters = needed.map { "\(SwiftText.label($0.name)): \(type($0))" }
    if parameters.isEmpty {
      builder.line("\(access)init() {")
    } else {
      builder.list("\(access)init", parameters, " {")
    }
    builder.indented { builder in
      let values = fields.map { field in
        plan.hasValue(field) ? natural(field) ?? SwiftText.escaped(field.name) : "nil"
      }
      let always = fields.indices.filter {
        plan.hasValue(fields[$0]) && fields[$0].defaultValue == nil
          || fields[$0].isRequired && fields[$0].defaultValue == nil
      }.reduce(UInt128(0)) { $0 | UInt128(1) << UInt128($1) }
      let call = make(
        values, bits: "Fields(rawValue: 0x\(String(always, radix: 16, uppercase: true)))",
        unknown: plan.unknownSlots.map { _ in "UnknownMembers()" })
      if call.parts.isEmpty {
        builder.line("\(valuesName) = \(call.head)()")
      } else {
        builder.list("\(valuesName) = \(call.head)", call.parts)
      }
    }
    builder.line("}")
  }

  /// The default, or a neutral value such as zero; nil if the type has neither.
  private func natural(_ field: Field) -> String? {
    if let value = context.initial(field) { return value }
    guard !field.isIdentifier, field.transformer == nil, !context.isLazy(field) else { return nil }
    switch context.resolved(field.type) {
    case .boolean: return "false"
    case .integer, .floatingPoint: return "0"
    case .string, .lazyString: return "\"\""
    case .array, .set: return "[]"
    case .map: return "[:]"
    case .json: return ".null"
    case .jsonObject: return "JSONObject()"
    case .optional: return "nil"
    case .named(let name): return firstCase(of: name)
    case .date, .url, .data, .identifier, .external: return nil
    }
  }

  private func firstCase(of name: String) -> String? {
    guard case .enumeration(let type)? = context.declaration(named: name)?.kind,
      let first = type.defaultCase ?? type.cases.first?.name
    else { return nil }
    return "." + UnionText.member(first)
  }
}
