import ModelSchema

extension ObjectWriter {
  /// Writes the memberwise initialiser and the one that the other functions use.
  func writeInitializers(into builder: inout SourceBuilder) {
    writeMemberwise(into: &builder)
    if plan.isRecord {
      builder.line()
      builder.line("/// Makes an instance of a draft.")
      let stored = plan.isBoxed ? "\(plan.storage) = Boxed(builder)" : "self.builder = builder"
      builder.property("\(access)init(_ builder: Builder)", stored)
    } else if plan.isBoxed {
      builder.line()
      builder.line(
        "private init(_ values: StorageValues) { \(plan.storage) = Boxed(values) }")
    } else if plan.hasBits || !plan.hidden.isEmpty {
      writeDesignated(into: &builder)
    }
  }

  /// The call that creates a value of plain fields from locals: the arguments with their labels.
  ///
  /// The hidden properties are empty unless their values are given.
  func make(
    _ values: [String], bits: String, hidden: [String]? = nil
  ) -> (head: String, parts: [String]) {
    var parts = zip(fields, values).map { "\(SwiftText.argument($0.name)): \($1)" }
    if plan.hasBits { parts.append("isSet: \(bits)") }
    for (slot, value) in zip(plan.hidden, hidden ?? plan.hidden.map { $0.type + "()" }) {
      parts.append("\(slot.property): \(value)")
    }
    return (plan.isBoxed ? "StorageValues" : plan.name, parts)
  }

  /// Fields that distinguish absent from null.
  private var nullables: [Field] {
    fields.filter { plan.isNullable($0) && (!$0.isRequired || $0.defaultValue != nil) }
  }

  private func isArgumentOptional(_ field: Field) -> Bool {
    !field.isIdentifier && !(field.isRequired && field.defaultValue == nil)
  }

  private func parameter(_ field: Field) -> String {
    let name = SwiftText.label(field.name)
    guard isArgumentOptional(field) else { return "\(name): \(type(field))" }
    if !plan.hasBits, let value = context.initial(field) {
      return "\(name): \(type(field)) = \(value)"
    }
    return "\(name): \(optional(type(field))) = nil"
  }

  /// The parameter for explicit nulls; no field has its name.
  private var nullsName: String { plan.unique("nulls") }

  private func writeMemberwise(into builder: inout SourceBuilder) {
    builder.line()
    let hasNulls = plan.hasBits && !nullables.isEmpty
    builder.line(
      plan.hasBits
        ? "/// Makes an instance; non-nil arguments count as set." : "/// Makes an instance.")
    if hasNulls {
      builder.line("///")
      builder.line("/// - Parameter \(nullsName): The fields that are set to null, not absent.")
    }
    var parameters = fields.map(parameter)
    if hasNulls { parameters.append("\(nullsName): Fields = []") }
    builder.list("\(access)init", parameters, parameters.isEmpty ? "() {" : " {")
    builder.indented { builder in
      if plan.isRecord {
        writeDrafting(into: &builder)
      } else {
        writeMemberwiseBody(hasNulls: hasNulls, into: &builder)
      }
    }
    builder.line("}")
  }

  private func writeDrafting(into builder: inout SourceBuilder) {
    let draft = plan.unique("draft")
    let given = given
    let arguments = given.map { "\(SwiftText.argument($0.name)): \(SwiftText.escaped($0.name))" }
    let isChanged = given.count < fields.count
    builder.line(
      "\(isChanged ? "var" : "let") \(draft) = Builder(\(arguments.joined(separator: ", ")))")
    for field in fields where !plan.isGiven(field) {
      let name = SwiftText.escaped(field.name)
      let assignment = "\(draft).\(UnionText.member(field.name)) = \(name)"
      if !isArgumentOptional(field) || !plan.hasBits {
        builder.line(assignment)
      } else if nullables.contains(where: { $0.name == field.name }) {
        let condition = "if \(name) != nil || \(nullsName).contains(\(plan.shortBit(field)))"
        builder.property(condition, assignment)
      } else if !plan.hasValue(field), context.initial(field) == nil {
        // Nil leaves the field absent.
        builder.line(assignment)
      } else {
        builder.property("if let \(name)", assignment)
      }
    }
    builder.line("self.init(\(draft))")
    if plan.isNotifying { builder.line("created(.built)") }
  }

  private func writeMemberwiseBody(hasNulls: Bool, into builder: inout SourceBuilder) {
    let bits = plan.unique("set")
    if plan.hasBits {
      let mutable = fields.contains(where: isArgumentOptional)
      let initial = plan.mask { !isArgumentOptional($0) }
      builder.line("\(mutable ? "var" : "let") \(bits): \(plan.bitsType) = \(initial)")
      for (index, field) in fields.enumerated() where isArgumentOptional(field) {
        let name = SwiftText.escaped(field.name)
        // Absent and empty additional members produce the same document.
        let isThere =
          field.name == plan.additional?.name ? "\(name)?.isEmpty == false" : "\(name) != nil"
        let bit = plan.bit(of: index)
        builder.line("if \(isThere) { \(bits) = \(bits) | \(bit) }")
      }
      if hasNulls {
        let mask = plan.mask { field in nullables.contains { $0.name == field.name } }
        builder.line("\(bits) = \(bits) | \(nullsName).rawValue & \(mask)")
      }
    }
    let values = fields.map(argumentValue)
    if plan.isBoxed {
      let call = make(values, bits: "Fields(rawValue: \(bits))")
      builder.list("\(plan.storage) = Boxed(", call: call.head, call.parts, ")")
    } else {
      for (field, value) in zip(fields, values) {
        builder.line("self.\(field.name) = \(value)")
      }
      if plan.hasBits { builder.line("isSet = Fields(rawValue: \(bits))") }
      for slot in plan.hidden { builder.line("\(slot.property) = \(slot.type)()") }
    }
  }

  private func argumentValue(_ field: Field) -> String {
    let name = SwiftText.escaped(field.name)
    guard plan.hasBits, isArgumentOptional(field), let value = context.initial(field) else {
      return name
    }
    guard !plan.hasValue(field) else { return "\(name) ?? \(value)" }
    return "\(name) ?? (\(nullsName).contains(\(plan.bit(field))) ? nil : \(value))"
  }

  private func writeDesignated(into builder: inout SourceBuilder) {
    builder.line()
    var parameters = fields.map { "\(SwiftText.label($0.name)): \(type($0))" }
    if plan.hasBits { parameters.append("isSet: Fields") }
    parameters += plan.hidden.map { "\($0.property): \($0.type)" }
    builder.list("private init", parameters, " {")
    builder.indented { builder in
      for field in fields {
        builder.line("self.\(field.name) = \(SwiftText.escaped(field.name))")
      }
      if plan.hasBits { builder.line("self.isSet = isSet") }
      for slot in plan.hidden { builder.line("self.\(slot.property) = \(slot.property)") }
    }
    builder.line("}")
  }
}

extension SourceBuilder {
  /// Writes `head call(a, b) tail`, with the parts on separate lines if one is too short.
  mutating func list(_ head: String, call: String, _ parts: [String], _ tail: String) {
    let flat = "\(head)\(call)(\(parts.joined(separator: ", ")))\(tail)"
    if fits(flat) { return line(flat) }
    line(head)
    indented { $0.list(call, parts, tail) }
  }
}
