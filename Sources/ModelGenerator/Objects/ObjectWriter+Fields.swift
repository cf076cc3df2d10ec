import ModelSchema

extension ObjectWriter {
  /// Writes the set `Fields`.
  func writeFieldSet(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Fields of `\(plan.declaration.name)`, as bits.")
    // A stored set has to be hashable; a record stores a `ModelState` instead.
    let isStored = plan.has(.equality) && !plan.isRecord
    builder.block("\(access)struct Fields: FieldSet\(isStored ? ", Hashable" : "")") { builder in
      builder.line("\(access)let rawValue: \(plan.bitsType)")
      builder.line("\(access)init(rawValue: \(plan.bitsType)) { self.rawValue = rawValue }")
      for (index, field) in fields.enumerated() {
        let name = SwiftText.escaped(plan.bitName(field))
        builder.line(
          "\(access)static var \(name): Fields { Fields(rawValue: \(plan.bit(of: index))) }")
      }
      builder.line("\(access)static var all: Fields { Fields(rawValue: \(plan.allBits)) }")
      let head = "\(access)static var fieldNames: [String]"
      guard !plan.isModel else {
        return builder.property(head, "\(plan.name).schema.fieldNames")
      }
      builder.block(head) { $0.array("", fields.map { SwiftText.literal($0.name) }) }
    }
  }

  /// Writes the schema, which describes the fields to the store and persistence.
  func writeSchema(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Describes the fields to the store and persistence.")
    let name = SwiftText.literal(plan.declaration.name)
    builder.line("\(access)static let schema = ModelSchema(")
    let words = fields.compactMap(word)
    builder.indented { builder in
      builder.line("name: \(name), hash: \(SchemaHash.literal(of: fields)),")
      guard words.count == fields.count else {
        return builder.array("fields:", fields.map { "ModelField(\(arguments($0)))" })
      }
      builder.words("fields: ", words, "")
    }
    builder.line(")")
  }

  /// A field as a word of a schema's text; nil if it needs more than one.
  private func word(_ field: Field) -> String? {
    guard field.legacyKeyPaths.isEmpty, !field.isIndexed,
      ([field.name] + field.keyPath).allSatisfy({
        SwiftText.isWord($0) && !$0.contains("=") && !$0.contains("/")
      })
    else { return nil }
    if field.keyPath == [field.name] { return field.name }
    return field.keyPath.isEmpty ? nil : "\(field.name)=\(field.keyPath.joined(separator: "/"))"
  }

  private func arguments(_ field: Field) -> String {
    var parts = [SwiftText.literal(field.name), "keyPath: \(array(field.keyPath))"]
    if !field.legacyKeyPaths.isEmpty {
      let paths = field.legacyKeyPaths.map(array).joined(separator: ", ")
      parts.append("legacyKeyPaths: [\(paths)]")
    }
    if field.isIndexed { parts.append("isIndexed: true") }
    return parts.joined(separator: ", ")
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
      for member in field.remoteMembers {
        text += (member.keyPath + [""] + member.targetKeyPath).joined(separator: "\0") + "\u{3}"
      }
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
    case .orderedSet(let element): "O(\(spelling(element)))"
    case .map(let key, let value): "m(\(spelling(key)),\(spelling(value)))"
    case .optional(let element): "?(\(spelling(element)))"
    case .reference(let model): "r(\(spelling(model)))"
    case .named(let name): "n\(name)"
    case .external(let name, let module): "e\(name),\(module ?? "")"
    case .opaque(let type): "q\(type)"
    }
  }
}
