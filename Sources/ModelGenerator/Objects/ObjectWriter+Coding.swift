import ModelSchema

extension ObjectWriter {
  /// Writes `decode(from:)`, `encodeMembers(to:)` and the tables of keys.
  func writeCoding(into builder: inout SourceBuilder) {
    let decoder = FieldDecoder(
      plan.object.fields, context: context, rest: rest,
      foreignKeys: context.foreignTags[plan.declaration.name] ?? [], bits: bits,
      spellings: plan.spellings, record: plan.isRecord ? plan : nil)
    writeDecode(decoder, into: &builder)
    writeEncode(into: &builder)
    decoder.writeTables(into: &builder)
    writeRemoteTables(into: &builder)
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
    builder.line("/// Reads an object, which must have the required fields.")
    builder.function(
      "\(access)static func decode", "from reader: inout JSONReader",
      "throws(JSONError) -> \(plan.name)"
    ) { builder in
      decoder.write(into: &builder)
      if plan.isRecord {
        let decoded = "\(plan.name)(draft)"
        builder.line("return \(decoded)\(plan.isNotifying ? ".created(.decoded)" : "")")
      } else {
        writeResult(of: decoder, into: &builder)
      }
    }
  }

  private func writeResult(of decoder: FieldDecoder, into builder: inout SourceBuilder) {
    let values = decoder.locals.names + (plan.additional.map { [$0.name] } ?? [])
    let call = make(values, bits: "Fields(rawValue: set)", hidden: plan.hidden.map(\.property))
    if plan.isBoxed {
      builder.list("let values = \(call.head)", call.parts)
      builder.line("return \(plan.name)(values)")
    } else {
      let head = "return \(call.head)"
      if call.parts.isEmpty { builder.line(head + "()") } else { builder.list(head, call.parts) }
    }
  }

  private func writeEncode(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Writes the members into the open object.")
    builder.block("\(access)func encodeMembers(to writer: inout JSONWriter)") { builder in
      let encoder = FieldEncoder(
        plan.tree, context: context, value: plan.member,
        isSet: plan.hasBits ? { condition($0) } : nil,
        spellings: plan.spellings.map { (plan.hidden($0), plan.index) },
        unknown: { path in plan.slot(at: path).map { plan.hidden($0.property) } })
      writeRemoteParts(into: &builder)
      encoder.write(into: &builder)
      if let additional = plan.additional, case .map(_, let type) = additional.type {
        builder.closure("writer.members(\(plan.member(additional)))", "writer, value") {
          context.write(type, value: "value", into: &$0)
        }
      }
      if let slot = plan.slot(at: []) {
        builder.line("\(plan.hidden(slot.property)).encode(to: &writer)")
      }
    }
  }

  private func condition(_ set: [Field]) -> String {
    if set.count == 1, let field = set.first { return "isSet.contains(\(plan.bit(field)))" }
    let mask = plan.mask { field in set.contains { $0.name == field.name } }
    return "isSet.intersects(Fields(rawValue: \(mask)))"
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
      indented { $0.line(parameter) }
      line(") \(tail) {")
    }
    indented(body)
    line("}")
  }
}

extension GeneratorContext {
  /// The loop that reads an object into locals.
  func decoder(_ fields: [Field], tableName: String) -> FieldDecoder {
    FieldDecoder(fields, context: self, tableName: tableName)
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
