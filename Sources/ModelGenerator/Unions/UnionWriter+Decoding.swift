import ModelSchema

extension UnionWriter {
  /// Writes `decode(from:)` and its helper functions.
  func writeDecoding(into builder: inout SourceBuilder) {
    switch type.discriminator {
    case .string(let path): writeTaggedDecoding(path, into: &builder)
    case .singleKey: writeSingleKeyDecoding(into: &builder)
    case .kind: writeKindDecoding(into: &builder)
    }
    for one in type.cases {
      if let fields = payloadFields(of: one) { writePayload(fields, of: one, into: &builder) }
    }
  }

  // JSON members have no order, so the tag may follow the payload. The code finds the tag first,
  // then reads the payload from the beginning of the object.
  private func writeTaggedDecoding(_ path: [String], into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Reads the case that the tag names, wherever the tag is in the object.")
    builder.block(UnionText.decodeHead(access)) { builder in
      writeSearch("try reader.firstTag", path, into: &builder)
      TagSwitch(key: "tag", arms: arms).write(into: &builder)
      writeUnknown(tag: "tag.string", error: "unknownTag", into: &builder)
    }
  }

  private func writeSearch(
    _ call: String, _ path: [String], into builder: inout SourceBuilder
  ) {
    let keys = path.map(SwiftText.literal).joined(separator: ", ")
    let flat = "guard let tag = \(call)(\(keys)) else {"
    if builder.fits(flat) {
      builder.line(flat)
    } else {
      builder.line("guard")
      builder.indented { builder in
        builder.list("let tag = \(call)", path.map(SwiftText.literal))
      }
      builder.line("else {")
    }
    builder.indented {
      writeUnknown(tag: "nil", error: "missingTag", into: &$0)
    }
    builder.line("}")
  }

  private func writeSingleKeyDecoding(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Reads an object whose only key names the case.")
    builder.block(UnionText.decodeHead(access)) { builder in
      builder.line("let start = reader.mark")
      builder.line("let tag = try reader.beginSingleKey()")
      builder.block("if let tag, let value = try decode(tag, from: &reader)") { builder in
        builder.line("let next = try reader.nextKey()")
        builder.line("if next == nil { return value }")
      }
      builder.line("reader.reset(to: start)")
      writeUnknown(tag: "tag?.string", error: "unknownTag", into: &builder)
    }
    builder.line()
    builder.line("/// Reads the payload of the case of that name; nil if there is none.")
    builder.line("private static func decode(")
    builder.indented { $0.line("_ tag: JSONKey, from reader: inout JSONReader") }
    builder.block(") throws(JSONError) -> Self?") { builder in
      TagSwitch(key: "tag", arms: arms).write(into: &builder)
      builder.line("return nil")
    }
  }

  private var arms: [TagSwitch.Arm] {
    type.cases.flatMap { one in
      one.tags.map {
        TagSwitch.Arm(tag: $0, condition: condition(of: one), statements: valueStatements(of: one))
      }
    }
  }

  // A payload that does not check the tag again would miss a second, contradicting tag.
  private func condition(of one: UnionType.Case) -> String? {
    guard case .string(let path) = type.discriminator,
      !analysis.payloadChecksTag(of: one, at: path)
    else { return nil }
    let keys = path.map(SwiftText.literal).joined(separator: ", ")
    return "try reader.isLastTag(tag, \(keys))"
  }

  private func writeUnknown(tag: String, error: String, into builder: inout SourceBuilder) {
    if let openCase {
      builder.line("return .\(openCase)(tag: \(tag), raw: try reader.readSlice())")
    } else {
      builder.line(UnionText.refusal(error))
    }
  }

  /// The statements that read a payload and return the case.
  func valueStatements(of one: UnionType.Case) -> [String] {
    // If the result is optional, a bare `.none` would be the optional's case.
    let owner = if case .singleKey = type.discriminator { "Self" } else { "" }
    let name = "\(owner).\(UnionText.member(one.name))"
    if payloadFields(of: one) != nil {
      return ["return try \(payloadFunction(of: one))(from: &reader)"]
    }
    return switch one.payload {
    case .none, .fields: ["try reader.skipValue()", "return \(name)"]
    case .value(let payload): ["return \(name)(\(context.read(payload)))"]
    }
  }

  /// The name of the function that reads the fields of a case: `decodeText`.
  private func payloadFunction(of one: UnionType.Case) -> String {
    let name = UnionText.capitalized(one.name)
    let isShared = type.cases.contains {
      $0.name != one.name && UnionText.capitalized($0.name) == name
    }
    return "decode" + (isShared ? "_" + one.name : name)
  }

  private func writePayload(
    _ fields: [Field], of one: UnionType.Case, into builder: inout SourceBuilder
  ) {
    builder.line()
    builder.line("/// Reads the fields of `\(one.name)`.")
    let head = "private static func \(payloadFunction(of: one))"
    let parameters = "from reader: inout JSONReader"
    let tail = "throws(JSONError) -> Self"
    if builder.fits("\(head)(\(parameters)) \(tail) {") {
      builder.line("\(head)(\(parameters)) \(tail) {")
    } else {
      builder.line("\(head)(")
      builder.indented { $0.line(parameters) }
      builder.line(") \(tail) {")
    }
    // The matching tag is already known here.
    let hasSeveralTags = one.tags.count > 1
    let decoder = context.decoder(
      fields.filter { !hasSeveralTags || $0.constant != one.tags.first },
      tableName: payloadFunction(of: one) + "Keys")
    builder.indented { builder in
      decoder.write(into: &builder)
      let arguments = arguments(of: one, decoder.locals.names)
      builder.list("return .\(UnionText.member(one.name))", arguments)
    }
    builder.line("}")
    decoder.writeTables(into: &builder)
  }

  private func arguments(of one: UnionType.Case, _ names: [String]) -> [String] {
    guard case .fields(let fields) = one.payload else { return names }
    return zip(stored(fields), names).map { "\(SwiftText.argument($0.name)): \($1)" }
  }
}
