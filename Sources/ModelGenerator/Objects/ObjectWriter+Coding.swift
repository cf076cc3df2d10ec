import ModelSchema

extension ObjectWriter {
  /// Writes `decode(from:)`, `encode(to:)` and the lists of known keys.
  func writeCoding(into builder: inout SourceBuilder) {
    let decoder = FieldDecoder(
      plan.object.fields, context: context, rest: rest,
      foreignKeys: context.foreignTags[plan.declaration.name] ?? [], bits: bits)
    writeDecode(decoder, into: &builder)
    writeEncode(into: &builder)
    for slot in plan.unknownSlots where !isTolerant || !slot.path.isEmpty {
      let name = FieldDecoder.knownKeys(slot)
      let keys = decoder.knownKeys(at: slot).map(SwiftText.literal)
      builder.line()
      builder.array("private static let \(name): [StaticString] =", keys)
    }
  }

  private var bits: (type: String, literals: [String: String])? {
    guard plan.hasBits else { return nil }
    let pairs = fields.enumerated().map { ($1.name, plan.bit(of: $0)) }
    return (plan.bitsType, Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
  }

  private var isTolerant: Bool {
    if case .patterns = plan.object.additional { plan.additional != nil } else { false }
  }

  private var rest: FieldDecoder.Rest {
    if let additional = plan.additional, case .map(_, let type) = additional.type {
      return .additional(additional, type, slots: plan.unknownSlots, isTolerant: isTolerant)
    }
    if case .refused = plan.object.additional { return .refused(slots: plan.unknownSlots) }
    return plan.unknownSlots.isEmpty ? .skipped : .unknown(slots: plan.unknownSlots)
  }

  private func writeDecode(_ decoder: FieldDecoder, into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Reads an object.")
    builder.line("///")
    builder.line(
      "/// - Throws: `JSONError` if a field is missing or has a value of the wrong kind.")
    builder.function(
      "\(access)static func decode", "from reader: inout JSONReader",
      "throws(JSONError) -> \(plan.name)"
    ) { builder in
      decoder.write(into: &builder)
      let values = decoder.locals.names + (plan.additional.map { [$0.name] } ?? [])
      let call = make(
        values, bits: "Fields(rawValue: set)", unknown: plan.unknownSlots.map(\.property))
      let isDirect = !plan.isBoxed && !isNotifying
      let head =
        isDirect
        ? "return \(call.head)" : "let \(plan.isBoxed ? "values" : "decoded") = \(call.head)"
      if call.parts.isEmpty { builder.line(head + "()") } else { builder.list(head, call.parts) }
      guard !isDirect else { return }
      if isNotifying {
        if plan.isBoxed { builder.line("let decoded = \(plan.name)(values)") }
        builder.line("ModelNotifications.post(decoded, .decoded)")
        builder.line("return decoded")
      } else {
        builder.line("return \(plan.name)(values)")
      }
    }
  }

  private func writeEncode(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Writes the object: the set fields and the unknown members.")
    builder.block("\(access)func encode(to writer: inout JSONWriter)") { builder in
      builder.line("writer.beginObject()")
      builder.line("encodeMembers(to: &writer)")
      builder.line("writer.endObject()")
    }
    builder.line()
    builder.line("/// Writes the members into the open object.")
    builder.block("\(access)func encodeMembers(to writer: inout JSONWriter)") { builder in
      let encoder = FieldEncoder(
        plan.tree, context: context, value: plan.member,
        isSet: plan.hasBits ? { condition($0) } : nil,
        unknown: { path in plan.slot(at: path).map(unknown) })
      encoder.write(into: &builder)
      if let additional = plan.additional, case .map(_, let type) = additional.type {
        builder.closure("writer.members(\(plan.member(additional)))", "writer, value") {
          context.write(type, value: "value", into: &$0)
        }
      }
      if let slot = plan.slot(at: []) { builder.line("\(unknown(slot)).encode(to: &writer)") }
    }
  }

  private func unknown(_ slot: ObjectPlan.UnknownSlot) -> String {
    plan.isBoxed ? "\(plan.storage).values.\(slot.property)" : slot.property
  }

  private func condition(_ set: [Field]) -> String {
    if set.count == 1, let field = set.first { return "isSet.contains(\(plan.bit(field)))" }
    let mask = fields.indices.filter { index in
      set.contains { $0.name == fields[index].name }
    }.reduce(UInt128(0)) { $0 | UInt128(1) << UInt128($1) }
    return "isSet.intersects(Fields(rawValue: 0x\(String(mask, radix: 16, uppercase: true))))"
  }
}

extension SourceBuilder {
  /// Writes a function with one parameter, which moves to the next line if one is too short.
  mutating func function(
    _ head: String, _ parameter: String, _ tail: String, _ body: (inout SourceBuilder) -> Void
  ) {
    let flat = "\(head)(\(parameter)) \(tail) {"
    if fits(flat) {
      line(flat)
    } else {
      line(head + "(")
      line("  " + parameter)
      line(") \(tail) {")
    }
    indented(body)
    line("}")
  }
}

extension GeneratorContext {
  /// Writes the loop that reads an object into locals, and returns their names.
  func decodeFields(_ fields: [Field], into builder: inout SourceBuilder) -> [String] {
    let decoder = FieldDecoder(fields, context: self)
    decoder.write(into: &builder)
    return decoder.locals.names
  }

  /// Writes an object whose values are the given expressions.
  func encodeFields(_ fields: [Field], names: [String], into builder: inout SourceBuilder) {
    let stored = fields.filter { $0.constant == nil }
    let table = Dictionary(
      zip(stored.map(\.name), names).map { ($0, $1) }, uniquingKeysWith: { first, _ in first })
    builder.line("writer.beginObject()")
    let encoder = FieldEncoder(KeyTree(fields), context: self, value: { table[$0.name] ?? $0.name })
    encoder.write(into: &builder)
    builder.line("writer.endObject()")
  }
}
