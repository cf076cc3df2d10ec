import ModelSchema

extension FieldDecoder {
  /// Writes the statements for the value of one member.
  func writeField(_ field: Field, rank: Int, into builder: inout SourceBuilder) {
    if let constant = field.constant {
      builder.line("try reader.readConstant(\(SwiftText.literal(constant)))")
      writeFlag(field, into: &builder)
      return
    }
    if let name = locals.rank(field), rank > 0 {
      builder.block("if \(name) < \(rank)") {
        $0.line("try reader.skipValue()")
        $0.line(leave)
      }
    }
    let isRequired = isChecked(field)
    if !isRequired, !keepsNull(field) { builder.line("if try reader.dropNull() { \(leave) }") }
    if field.isSpread { return writeRemoteObject(field, rank: rank, into: &builder) }
    guard field.policy == .lenient, !isRequired else {
      return writeValue(field, rank: rank, into: &builder)
    }
    builder.line("let mark = reader.mark")
    builder.line("do throws(JSONError) {")
    builder.indented { writeValue(field, rank: rank, into: &$0) }
    builder.line("} catch {")
    builder.indented { $0.line("try reader.drop(error, since: mark)") }
    builder.line("}")
  }

  private func writeValue(_ field: Field, rank: Int, into builder: inout SourceBuilder) {
    let target = locals.target(field)
    if keepsNull(field), let read = context.readOptional(field), !isSpelled(field) {
      builder.assignment("\(target) = \(read)")
    } else if keepsNull(field) {
      builder.line("if try reader.readNull() {")
      builder.indented { $0.line("\(target) = nil") }
      builder.line("} else {")
      builder.indented { writeAssignment(field, to: target, into: &$0) }
      builder.line("}")
    } else {
      writeAssignment(field, to: target, into: &builder)
    }
    if let name = locals.rank(field) { builder.line("\(name) = \(rank)") }
    writeFlag(field, into: &builder)
    writeBit(field, into: &builder)
  }

  private func writeFlag(_ field: Field, into builder: inout SourceBuilder) {
    if needsFlag(field), !sharesLoop { builder.line("\(locals.seen(field)) = true") }
  }

  private func writeAssignment(
    _ field: Field, to target: String, into builder: inout SourceBuilder
  ) {
    guard let spellings, isSpelled(field) else {
      return builder.assignment("\(target) = \(context.read(field))")
    }
    // The underscore and the number make the names distinct from all field names.
    builder.line("let mark_0 = reader.mark")
    builder.assignment("let value_0: \(context.valueSpelling(of: field)) = \(context.read(field))")
    builder.line("\(target) = value_0")
    builder.list(
      "\(spellings).keep",
      ["\(index(of: field))", "reader.slice(from: mark_0)", "of: value_0"]
        + context.coder(of: field, isOptional: false))
  }

  private func index(of field: Field) -> Int { stored.firstIndex { $0.name == field.name } ?? 0 }

  private func isSpelled(_ field: Field) -> Bool {
    spellings != nil && context.isSpelled(field)
  }

  func keepsNull(_ field: Field) -> Bool {
    bits == nil ? field.isNullable && !field.isIdentifier : context.keepsNull(field)
  }

  func writeBit(_ field: Field, into builder: inout SourceBuilder) {
    if let record {
      // The builder takes nil for an absent value, but here it is null.
      let isSilent = !record.isNullable(field) && !record.hasValue(field)
      guard record.hasBits, isSilent, context.keepsNull(field) else { return }
      builder.line("draft.modelState.mark(\(record.shortBit(field)))")
    } else if let bit = bits?.literals[field.name] {
      builder.line("set = set | \(bit)")
    }
  }
}

extension SourceBuilder {
  /// Writes `head statements`, on one line if there is one statement and it fits.
  mutating func arm(_ head: String, _ body: (inout SourceBuilder) -> Void) {
    var inner = SourceBuilder()
    body(&inner)
    let lines = inner.result.split(separator: "\n")
    let flat = "\(head) \(lines.first ?? "")"
    if lines.count == 1, fits(flat) { return line(flat) }
    line(head)
    indented(body)
  }

  /// Writes `target = expression`, with the expression on the next line if one is too short.
  mutating func assignment(_ text: String) {
    guard !fits(text), let split = text.firstRange(of: " = ") else { return line(text) }
    line(String(text[..<split.lowerBound]) + " =")
    indented { $0.statement(String(text[split.upperBound...])) }
  }
}

extension String {
  /// The first occurrence of another text.
  fileprivate func firstRange(of other: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
      start = index(after: start)
    }
    return nil
  }
}
