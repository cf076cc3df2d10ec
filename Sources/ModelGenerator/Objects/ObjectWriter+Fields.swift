import ModelSchema

extension ObjectWriter {
  /// Writes the option set `Fields`.
  func writeFieldSet(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Fields of `\(plan.declaration.name)`, as bits.")
    builder.block("\(access)struct Fields: FieldSet") { builder in
      builder.line("/// The bits.")
      builder.line("\(access)let rawValue: \(plan.bitsType)")
      builder.line()
      builder.line("/// Makes a set of bits.")
      builder.line("\(access)init(rawValue: \(plan.bitsType)) { self.rawValue = rawValue }")
      builder.line()
      for (index, field) in fields.enumerated() {
        builder.line("/// The field `\(field.name)`.")
        let name = SwiftText.escaped(plan.bitName(field))
        builder.line("\(access)static let \(name) = Fields(rawValue: \(plan.bit(of: index)))")
      }
      builder.line("/// Every field.")
      builder.line("\(access)static let all = Fields(rawValue: \(plan.allBits))")
      builder.line()
      builder.line("/// The names of the fields in the order of their bits.")
      builder.array(
        "\(access)static let fieldNames: [String] =", fields.map { SwiftText.literal($0.name) })
    }
  }

  /// Writes a property per field that returns whether the field is known.
  func writeFetchStatus(into builder: inout SourceBuilder) {
    guard plan.hasBits else { return }
    var taken = Set(fields.map(\.name))
    for field in fields {
      var name = "hasFetched" + field.name.prefix(1).uppercased() + field.name.dropFirst()
      while !taken.insert(name).inserted { name += "_" }
      builder.line()
      builder.line("/// Whether `\(field.name)` is known.")
      builder.property("\(access)var \(name): Bool", "isSet.contains(\(plan.bit(field)))")
    }
  }

  /// Writes the schema, which describes the fields to the store and persistence.
  func writeSchema(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Describes the fields to the store and persistence.")
    builder.line("\(access)static let schema = ModelSchema(")
    builder.indented { builder in
      builder.line("name: \(SwiftText.literal(plan.declaration.name)),")
      builder.line("hash: \(SchemaHash.literal(of: fields)),")
      builder.line("fields: [")
      builder.indented { builder in
        // A list with one element has no trailing comma.
        let comma = fields.count > 1 ? "," : ""
        for field in fields { builder.list("ModelField", arguments(field), comma) }
      }
      builder.line("]")
    }
    builder.line(")")
  }

  private func arguments(_ field: Field) -> [String] {
    var parts = [SwiftText.literal(field.name), "keyPath: \(array(field.keyPath))"]
    if !field.legacyKeyPaths.isEmpty {
      let paths = field.legacyKeyPaths.map(array).joined(separator: ", ")
      parts.append("legacyKeyPaths: [\(paths)]")
    }
    if field.isIndexed { parts.append("isIndexed: true") }
    return parts
  }

  private func array(_ keys: [String]) -> String {
    "[\(keys.map(SwiftText.literal).joined(separator: ", "))]"
  }
}

/// A number that changes with the fields of a type.
enum SchemaHash {
  /// FNV-1a over names, keys and types, as a literal.
  static func literal(of fields: [Field]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for field in fields {
      var text = field.name + "\0" + field.keyPath.joined(separator: "\0") + "\0"
      text += field.legacyKeyPaths.map { $0.joined(separator: "\0") }.joined(separator: "\u{1}")
      text += "\0\(spelling(field.type))\0\(field.isRequired)\0\(field.isNullable)"
      text += "\0\(field.isIndexed)\0\(field.transformer ?? "")\u{2}"
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    let digits = String(hash, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func spelling(_ type: TypeReference) -> String {
    switch type {
    case .boolean: "b"
    case .integer(let bits, let isSigned): "i\(bits ?? 0)\(isSigned)"
    case .floatingPoint(let bits): "f\(bits)"
    case .string, .lazyString: "s"
    case .date(let name): "d\(name ?? "")"
    case .url: "u"
    case .data: "x"
    case .json: "j"
    case .jsonObject: "o"
    case .identifier(let name): "I\(name)"
    case .array(let element): "a(\(spelling(element)))"
    case .set(let element): "S(\(spelling(element)))"
    case .map(let key, let value): "m(\(spelling(key)),\(spelling(value)))"
    case .optional(let element): "?(\(spelling(element)))"
    case .named(let name): "n\(name)"
    case .external(let name, let module): "e\(name),\(module ?? "")"
    }
  }
}
