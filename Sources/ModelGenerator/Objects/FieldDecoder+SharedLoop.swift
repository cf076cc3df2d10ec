import ModelSchema

// The loop over the members of most objects is in the run-time library, which also finds out which
// members are missing. Only the treatment of each member is generated: a loop per type would be
// most of the time that a compiler takes for decoding.
extension FieldDecoder {
  /// Whether the run-time library has the loop.
  ///
  /// It knows the members by their places, so that each field must have one place, in the object
  /// itself, and it keeps the members of no field together.
  var sharesLoop: Bool {
    guard record != nil, tree.inner.isEmpty, !fields.contains(where: \.isSpread) else {
      return false
    }
    if case .additional = rest { return false }
    let hasRanks = fields.contains { isChecked($0) && !$0.legacyKeyPaths.isEmpty }
    return !hasRanks && 1...Self.maximumPlaces ~= arms(tree).count
  }

  // The last bit of a word stands for members without a place.
  private static let maximumPlaces = 63

  /// Writes the variables and the call of the loop.
  func writeShared(into builder: inout SourceBuilder) {
    writeVariables(into: &builder)
    let kept = slot(at: []).map { "\(hidden($0.property)) = " } ?? ""
    let method = kept.isEmpty ? "readMembers" : "readKnownMembers"
    let call = "\(kept)try reader.\(method)"
    let arguments = masks + ["into: &draft"]
    builder.closure(call, arguments, "draft, place, reader throws(JSONError)") { builder in
      builder.line("switch place {")
      for (index, arm) in arms(tree).enumerated() {
        builder.arm("case \(index):") { writeArm(arm.place, into: &$0) }
      }
      builder.line("default: \(unplaced)")
      builder.line("}")
    }
  }

  private var unplaced: String {
    if case .refused = rest { return "throw reader.error(.unknownMember)" }
    return slot(at: []) == nil ? "try reader.skipValue()" : "break"
  }

  /// The places of the members that an object and one of a partial document must have.
  private var masks: [String] {
    let places = arms(tree).enumerated().filter { _, arm in
      if case .field(let field, _) = arm.place { isChecked(field) } else { false }
    }
    let given = places.filter { _, arm in
      guard case .field(let field, _) = arm.place, let record, record.hasBits else { return true }
      return field.constant != nil || record.isGiven(field)
    }
    let required = places.isEmpty ? [] : ["required: \(mask(places.map(\.offset)))"]
    let needed = given.isEmpty ? [] : ["given: \(mask(given.map(\.offset)))"]
    return ["Self.\(tableName)"] + required + needed
  }

  private func mask(_ places: [Int]) -> String {
    "0x" + String(places.reduce(UInt64(0)) { $0 | 1 << $1 }, radix: 16, uppercase: true)
  }
}

extension SourceBuilder {
  /// Writes `head(a, b) { parameters in`, a closure's statements, and its end.
  mutating func closure(
    _ head: String, _ arguments: [String], _ parameters: String,
    _ body: (inout SourceBuilder) -> Void
  ) {
    let flat = "\(head)(\(arguments.joined(separator: ", "))) {"
    if fits("\(flat) \(parameters) in") {
      line("\(flat) \(parameters) in")
    } else if fits(flat) {
      line(flat)
      indented { $0.line("\(parameters) in") }
    } else {
      list(head, arguments, " {")
      indented { $0.line("\(parameters) in") }
    }
    indented(body)
    line("}")
  }
}
