import ModelSchema

extension GeneratorContext {
  /// Writes statements that encode a value of a type.
  func write(_ type: TypeReference, value: String, into builder: inout SourceBuilder) {
    write(type, value: value, depth: 0, into: &builder)
  }

  private func write(
    _ type: TypeReference, value: String, depth: Int, into builder: inout SourceBuilder
  ) {
    // The underscore and the number make the name distinct from all field names.
    let element = "element_\(depth)"
    let inner = { (type: TypeReference, builder: inout SourceBuilder) in
      write(type, value: element, depth: depth + 1, into: &builder)
    }
    switch type {
    case .boolean: builder.line("writer.boolean(\(value))")
    case .integer: builder.line("writer.integer(\(value))")
    case .floatingPoint(let bits):
      builder.line("writer.\(bits == 32 ? "float" : "double")(\(value))")
    case .string: builder.line("writer.string(\(value))")
    case .array(let item), .orderedSet(let item):
      builder.line("writer.beginArray()")
      builder.block("for \(element) in \(value)") { inner(item, &$0) }
      builder.line("writer.endArray()")
    case .set(let item):
      builder.closure("writer.set(\(value))", "writer, \(element)") { inner(item, &$0) }
    case .map(_, let item):
      builder.closure("writer.table(\(value))", "writer, \(element)") { inner(item, &$0) }
    case .optional(let item):
      builder.line("if let \(element) = \(value) {")
      builder.indented { inner(item, &$0) }
      builder.line("} else {")
      builder.indented { $0.line("writer.null()") }
      builder.line("}")
    case .date, .url, .data:
      builder.line("\(transformer(of: type)).encode(\(value), to: &writer)")
    case .lazyString, .json, .jsonObject, .identifier, .reference, .named, .external,
      .opaque:
      builder.line("\(value).encode(to: &writer)")
    }
  }
}
