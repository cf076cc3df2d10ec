import ModelSchema

/// Writes an enumeration: its cases, raw values, coding and description.
struct EnumWriter {
  let declaration: TypeDeclaration
  let type: EnumType
  let context: GeneratorContext

  init(_ declaration: TypeDeclaration, _ type: EnumType, context: GeneratorContext) {
    self.declaration = declaration
    self.type = type
    self.context = context
  }

  /// Writes the whole declaration.
  func write(into builder: inout SourceBuilder) {
    builder.documentation(declaration.documentation ?? "The values of `\(declaration.name)`.")
    let head = "\(access)enum \(context.name(of: declaration))"
    builder.type(head, conformances: conformances) { builder in
      writeCases(into: &builder)
      writeInitializers(into: &builder)
      writeRawValue(into: &builder)
      if has(.coding) {
        writeDecoding(into: &builder)
        writeEncoding(into: &builder)
      }
      if has(.description) {
        builder.line()
        builder.line("/// The raw value.")
        builder.line(
          "\(access)var description: String { \(isString ? "rawValue" : "String(rawValue)") }")
      }
    }
  }

  private var access: String { context.access }

  private func has(_ feature: Feature) -> Bool { declaration.features.contains(feature) }

  private var conformances: [String] {
    (has(.equality) ? ["Hashable"] : []) + ["Sendable"] + (has(.coding) ? ["JSONCodable"] : [])
      + (has(.codable) ? ["CodableModel"] : [])
      + (type.keepsUnknown ? [] : ["CaseIterable"])
      + (has(.description) ? ["CustomStringConvertible"] : [])
  }

  private var isString: Bool {
    if case .integer = type.cases.first?.rawValue { false } else { true }
  }

  private var rawType: String { isString ? "String" : "Int64" }

  /// The name of the case for other values: `unknown`, unless the schema has such a case.
  private var openCase: String { UnionText.openCase(beside: type.cases.map(\.name)) }

  private func name(_ one: EnumType.Case) -> String { SwiftText.escaped(one.name) }

  private func member(_ one: EnumType.Case) -> String { UnionText.member(one.name) }

  private func literal(_ one: EnumType.Case) -> String {
    switch one.rawValue {
    case .string(let text): SwiftText.literal(text)
    case .integer(let number): String(number)
    }
  }

  /// A string is compared byte by byte if others could be canonically equivalent to it: those that
  /// are not all ASCII, and of ASCII the letter K (the kelvin sign), the semicolon and the grave
  /// accent.
  private func condition(_ one: EnumType.Case) -> String {
    guard case .string(let text) = one.rawValue,
      text.utf8.contains(where: { $0 >= 0x80 || "K;`".utf8.contains($0) })
    else {
      return "rawValue == \(literal(one))"
    }
    return "rawValue.utf8.elementsEqual(\(literal(one)).utf8)"
  }

  private func writeCases(into builder: inout SourceBuilder) {
    for one in type.cases {
      builder.documentation(one.documentation)
      builder.line("case \(name(one))")
    }
    guard type.keepsUnknown else { return }
    builder.line("/// A value that the schema does not declare; it is encoded unchanged.")
    builder.line("case \(openCase)(\(rawType))")
  }

  private func writeInitializers(into builder: inout SourceBuilder) {
    builder.line()
    builder.line(
      type.keepsUnknown
        ? "/// Finds the case of a raw value."
        : "/// Finds the case of a raw value, if there is one.")
    let mark = type.keepsUnknown ? "" : "?"
    builder.block("\(access)init\(mark)(rawValue: \(rawType))") { builder in
      let other = type.keepsUnknown ? "self = .\(openCase)(rawValue)" : "return nil"
      if isString {
        writeStringChoice(otherwise: other, into: &builder)
      } else {
        builder.line("switch rawValue {")
        for one in type.cases {
          builder.line("case \(literal(one)): self = .\(member(one))")
        }
        builder.line("default: \(other)")
        builder.line("}")
      }
    }
    if let start = type.defaultCase {
      builder.line()
      builder.line("/// Makes the initial value of a field.")
      builder.line("\(access)init() { self = .\(UnionText.member(start)) }")
    }
  }

  /// Not a `switch`: for one over 1,000 strings Swift takes 15 seconds without optimisation, and four
  /// times as long for twice as many.
  private func writeStringChoice(otherwise other: String, into builder: inout SourceBuilder) {
    for one in type.cases {
      builder.block("if \(condition(one))") { builder in
        builder.line("self = .\(member(one))")
        builder.line("return")
      }
    }
    builder.line(other)
  }

  private func writeRawValue(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// The value in JSON.")
    builder.block("\(access)var rawValue: \(rawType)") { builder in
      builder.line("switch self {")
      for one in type.cases {
        builder.line("case .\(member(one)): \(literal(one))")
      }
      if type.keepsUnknown { builder.line("case .\(openCase)(let raw): raw") }
      builder.line("}")
    }
  }

  private func writeDecoding(into builder: inout SourceBuilder) {
    builder.line()
    builder.line(
      type.keepsUnknown
        ? "/// Reads a raw value." : "/// Reads a raw value; throws if no case has it.")
    builder.block(UnionText.decodeHead(access)) { builder in
      if !type.keepsUnknown { builder.line("let start = reader.mark") }
      if isString {
        builder.line("let raw = try reader.readKey()")
        TagSwitch(key: "raw", arms: type.cases.map(arm)).write(into: &builder)
        builder.line(type.keepsUnknown ? "return .\(openCase)(raw.string)" : refusal)
      } else {
        builder.line("let raw = try reader.readInteger(Int64.self)")
        writeIntegerChoice(into: &builder)
      }
    }
  }

  private func arm(_ one: EnumType.Case) -> TagSwitch.Arm {
    guard case .string(let tag) = one.rawValue else { return .init(tag: "", statements: []) }
    return .init(tag: tag, statements: ["return .\(member(one))"])
  }

  private func writeIntegerChoice(into builder: inout SourceBuilder) {
    if type.keepsUnknown {
      builder.line("return Self(rawValue: raw)")
    } else {
      builder.block("guard let value = Self(rawValue: raw) else") { $0.line(refusal) }
      builder.line("return value")
    }
  }

  private var refusal: String { UnionText.refusal("unknownCase", at: "start") }

  private func writeEncoding(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Writes the raw value.")
    builder.block("\(access)func encode(to writer: inout JSONWriter)") { builder in
      builder.line(isString ? "writer.string(rawValue)" : "writer.integer(rawValue)")
    }
  }
}
