import ModelSchema

extension UnionWriter {
  /// Writes `decode(from:)` for a union whose cases differ by the kind of JSON value.
  func writeKindDecoding(into builder: inout SourceBuilder) {
    var kinds: [String: UnionType.Case] = [:]
    for one in type.cases {
      for kind in self.kinds(of: one) where kinds[kind] == nil { kinds[kind] = one }
    }
    builder.line()
    builder.line("/// Reads the case for the kind of the next value.")
    builder.block(UnionText.decodeHead(access)) { builder in
      builder.line("switch reader.kind {")
      for kind in ["null", "boolean", "string", "array", "object"] {
        guard let one = kinds[kind] else { continue }
        write(Pattern("case .\(kind)"), of: one, into: &builder)
      }
      writeNumbers(integer: kinds["integer"], number: kinds["number"], into: &builder)
      builder.line("default: break")
      builder.line("}")
      builder.line(
        openCase.map { "return .\($0)(try reader.readSlice())" }
          ?? UnionText.refusal("unknownCase"))
    }
  }

  // Whole numbers go to their own case, all others to the case for numbers in general.
  private func writeNumbers(
    integer: UnionType.Case?, number: UnionType.Case?, into builder: inout SourceBuilder
  ) {
    guard let first = integer ?? number else { return }
    guard integer != nil, number != nil || openCase != nil else {
      return write(Pattern("case .number"), of: first, into: &builder)
    }
    builder.line("case .number:")
    builder.indented { builder in
      builder.line("let start = reader.mark")
      builder.line("do throws(JSONError) {")
      builder.indented { builder in
        for statement in valueStatements(of: first) { builder.statement(statement) }
      }
      builder.line("} catch {")
      builder.indented { $0.line("reader.reset(to: start)") }
      builder.line("}")
      guard let number else { return }
      for statement in valueStatements(of: number) { builder.statement(statement) }
    }
  }

  private func write(
    _ pattern: Pattern, of one: UnionType.Case, into builder: inout SourceBuilder
  ) {
    let statements = valueStatements(of: one)
    if statements.count == 1 { return builder.choice(pattern, statements[0]) }
    builder.begin(pattern)
    builder.indented { builder in
      for statement in statements { builder.statement(statement) }
    }
  }

  /// The kinds of JSON value that select a case: its tags, or the kinds that its payload encodes
  /// to.
  private func kinds(of one: UnionType.Case) -> [String] {
    guard one.tags.isEmpty else { return one.tags }
    switch one.payload {
    case .none: return ["null"]
    case .fields: return ["object"]
    case .value(let payload): return kinds(of: payload, depth: 0)
    }
  }

  private func kinds(of payload: TypeReference, depth: Int) -> [String] {
    switch payload {
    case .boolean: ["boolean"]
    case .integer: ["integer"]
    case .floatingPoint: ["number"]
    case .string, .lazyString, .url, .data, .identifier, .date: ["string"]
    case .array, .set, .orderedSet: ["array"]
    case .map, .jsonObject: ["object"]
    case .optional(let inner): depth < 16 ? kinds(of: inner, depth: depth + 1) + ["null"] : []
    case .json, .reference, .external, .opaque: []
    case .named: declaredKinds(of: payload)
    }
  }

  private func declaredKinds(of payload: TypeReference) -> [String] {
    switch analysis.kind(of: payload) {
    case .enumeration(let enumeration)?:
      if case .integer = enumeration.cases.first?.rawValue { ["integer"] } else { ["string"] }
    case .object?, .union?: ["object"]
    case .alias?, nil: []
    }
  }
}
