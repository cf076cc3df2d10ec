import ModelSchema

extension ObjectWriter {
  /// Writes the memberwise initialiser and the one that the other functions use.
  func writeInitializers(into builder: inout SourceBuilder) {
    writeMemberwise(into: &builder)
    if plan.isBoxed {
      builder.line()
      builder.block("fileprivate init(_ values: StorageValues)") {
        $0.line("\(plan.storage) = Storage(values)")
      }
    } else if needsDesignated {
      writeDesignated(into: &builder)
    }
  }

  /// Whether there is more to set than the memberwise initialiser receives.
  private var needsDesignated: Bool { plan.hasBits || !plan.unknownSlots.isEmpty }

  /// The call that creates an instance from locals: the arguments with their labels.
  func make(_ values: [String], bits: String, unknown: [String]) -> (head: String, parts: [String])
  {
    var parts = zip(fields, values).map { "\(SwiftText.argument($0.name)): \($1)" }
    if plan.hasBits { parts.append("isSet: \(bits)") }
    for (slot, value) in zip(plan.unknownSlots, unknown) {
      parts.append("\(slot.property): \(value)")
    }
    return (plan.isBoxed ? "StorageValues" : plan.name, parts)
  }

  /// Fields that distinguish absent from null.
  private var nullables: [Field] {
    fields.filter { plan.isNullable($0) && !$0.isRequired }
  }

  private func isArgumentOptional(_ field: Field) -> Bool {
    !field.isIdentifier && !(field.isRequired && field.defaultValue == nil)
  }

  private func parameter(_ field: Field) -> String {
    let name = SwiftText.label(field.name)
    guard isArgumentOptional(field) else { return "\(name): \(type(field))" }
    if !plan.hasBits, plan.hasValue(field), let value = context.initial(field) {
      return "\(name): \(type(field)) = \(value)"
    }
    return "\(name): \(type(field).hasSuffix("?") ? type(field) : type(field) + "?") = nil"
  }

  var context: GeneratorContext { plan.context }

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
      writeMemberwiseBody(hasNulls: hasNulls, into: &builder)
    }
    builder.line("}")
  }

  private func writeMemberwiseBody(hasNulls: Bool, into builder: inout SourceBuilder) {
    let bits = plan.unique("set")
    if plan.hasBits {
      let always = fields.indices.filter { !isArgumentOptional(fields[$0]) }
      let start = always.reduce(UInt128(0)) { $0 | UInt128(1) << UInt128($1) }
      let mutable = fields.contains(where: isArgumentOptional)
      let initial = "0x" + String(start, radix: 16, uppercase: true)
      builder.line("\(mutable ? "var" : "let") \(bits): \(plan.bitsType) = \(initial)")
      for (index, field) in fields.enumerated() where isArgumentOptional(field) {
        let name = SwiftText.escaped(field.name)
        // Absent and empty additional members produce the same document.
        let isThere =
          field.name == plan.additional?.name ? "\(name)?.isEmpty == false" : "\(name) != nil"
        builder.line("if \(isThere) { \(bits) |= \(plan.bit(of: index)) }")
      }
      if hasNulls {
        let mask = fields.indices.filter { index in
          nullables.contains { $0.name == fields[index].name }
        }.reduce(UInt128(0)) { $0 | UInt128(1) << UInt128($1) }
        let text = "0x" + String(mask, radix: 16, uppercase: true)
        builder.line("\(bits) |= \(nullsName).rawValue & \(text)")
      }
    }
    let values = fields.map(argumentValue)
    let unknown = plan.unknownSlots.map { _ in "UnknownMembers()" }
    if plan.isBoxed {
      let call = make(values, bits: "Fields(rawValue: \(bits))", unknown: unknown)
      if call.parts.isEmpty {
        builder.line("\(plan.storage) = Storage(StorageValues())")
      } else {
        builder.list("\(plan.storage) = Storage(", call: call.head, call.parts, ")")
      }
    } else {
      for (field, value) in zip(fields, values) {
        builder.line("self.\(field.name) = \(value)")
      }
      if plan.hasBits { builder.line("isSet = Fields(rawValue: \(bits))") }
      for slot in plan.unknownSlots { builder.line("\(slot.property) = UnknownMembers()") }
    }
    if isNotifying { builder.line("ModelNotifications.post(self, .built)") }
  }

  private func argumentValue(_ field: Field) -> String {
    let name = SwiftText.escaped(field.name)
    guard plan.hasBits, isArgumentOptional(field), plan.hasValue(field),
      let value = context.initial(field)
    else { return name }
    return "\(name) ?? \(value)"
  }

  private func writeDesignated(into builder: inout SourceBuilder) {
    builder.line()
    var parameters = fields.map { "\(SwiftText.label($0.name)): \(type($0))" }
    if plan.hasBits { parameters.append("isSet: Fields") }
    parameters += plan.unknownSlots.map { "\($0.property): UnknownMembers" }
    builder.list("private init", parameters, " {")
    builder.indented { builder in
      for field in fields {
        builder.line("self.\(field.name) = \(SwiftText.escaped(field.name))")
      }
      if plan.hasBits { builder.line("self.isSet = isSet") }
      for slot in plan.unknownSlots { builder.line("self.\(slot.property) = \(slot.property)") }
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
