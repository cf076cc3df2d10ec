import ModelSchema

extension UnionWriter {
  /// Writes `encode(to:)`.
  func writeEncoding(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Writes the case; an undeclared one is written as it was read.")
    builder.block("\(access)func encode(to writer: inout JSONWriter)") { builder in
      builder.line("switch self {")
      for one in type.cases {
        builder.begin(pattern(one))
        builder.indented { writePayload(of: one, into: &$0) }
      }
      if let openCase {
        builder.choice(rawPattern(openCase), "writer.raw(\(binding(0)))")
      }
      builder.line("}")
    }
  }

  private func writePayload(of one: UnionType.Case, into builder: inout SourceBuilder) {
    if case .singleKey = type.discriminator {
      builder.line("writer.beginObject()")
      builder.line("writer.key(\(SwiftText.literal(one.tags.first ?? one.name)))")
      writeValue(of: one, into: &builder)
      builder.line("writer.endObject()")
    } else {
      writeValue(of: one, into: &builder)
    }
  }

  private func writeValue(of one: UnionType.Case, into builder: inout SourceBuilder) {
    if let fields = payloadFields(of: one) {
      return context.encodeFields(fields, names: bindings(of: one), into: &builder)
    }
    guard case .value(let payload) = one.payload else {
      if isKind { return builder.line("writer.null()") }
      builder.line("writer.beginObject()")
      return builder.line("writer.endObject()")
    }
    if case .string(let path) = type.discriminator,
      !analysis.payloadWritesTag(payload, at: path)
    {
      writeTag(of: one, at: path, into: &builder)
      builder.line("\(binding(0)).encodeMembers(to: &writer)")
      builder.line("writer.endObject()")
    } else {
      context.write(payload, value: binding(0), into: &builder)
    }
  }

  /// Opens an object and writes the tag as its first member.
  private func writeTag(
    of one: UnionType.Case, at path: [String], into builder: inout SourceBuilder
  ) {
    for key in path {
      builder.line("writer.beginObject()")
      builder.line("writer.key(\(SwiftText.literal(key)))")
    }
    builder.line("writer.string(\(SwiftText.literal(one.tags.first ?? one.name)))")
    for _ in path.dropFirst() { builder.line("writer.endObject()") }
  }
}
