import ModelSchema

/// Writes the loop that reads the members of an object into local variables.
struct FieldDecoder {
  /// The treatment of members that no field names.
  enum Rest {
    case skipped
    case unknown(slots: [ObjectPlan.UnknownSlot])
    case refused(slots: [ObjectPlan.UnknownSlot])
    case additional(Field, TypeReference, slots: [ObjectPlan.UnknownSlot], isTolerant: Bool)
  }

  let context: GeneratorContext
  /// Includes constants.
  let fields: [Field]
  let rest: Rest
  /// Keys that other code reads.
  let foreignKeys: Set<String>
  /// The type of the set bits and the bit of each field; nil if the type has none.
  let bits: (type: String, literals: [String: String])?
  let tree: KeyTree
  let locals: FieldLocals
  let stored: [Field]

  /// The largest number of fields with a local variable each; beyond it they share one variable.
  ///
  /// The optimiser tracks each local at each end of the loop, so its time grows with the third
  /// power of their number: two and a half minutes for 120 fields, but seconds if they share a
  /// variable. Locals make decoding a few percent faster.
  static let maximumLocals = 40

  init(
    _ fields: [Field], context: GeneratorContext, rest: Rest = .skipped,
    foreignKeys: Set<String> = [], bits: (type: String, literals: [String: String])? = nil
  ) {
    self.context = context
    self.fields = fields
    self.rest = rest
    self.foreignKeys = foreignKeys
    self.bits = bits
    tree = KeyTree(fields)
    stored = fields.filter { $0.constant == nil }
    locals = FieldLocals(stored, all: fields, isWide: stored.count > Self.maximumLocals) {
      Self.isFound($0, context)
    }
  }

  /// Whether a field's value is optional during decoding but required at the end.
  static func isFound(_ field: Field, _ context: GeneratorContext) -> Bool {
    context.hasValue(field) && field.defaultValue == nil
  }

  var slots: [ObjectPlan.UnknownSlot] {
    switch rest {
    case .skipped: []
    case .unknown(let slots), .refused(let slots), .additional(_, _, let slots, _): slots
    }
  }

  /// Writes everything up to the point where all locals have their values.
  func write(into builder: inout SourceBuilder) {
    if needsStart { builder.line("let start = reader.mark") }
    writeVariables(into: &builder)
    builder.line("try reader.beginObject()")
    writeLoop(tree, into: &builder)
    writeChecks(into: &builder)
  }

  private var needsStart: Bool {
    slot(at: []) != nil && !isTolerant || fields.contains(where: isChecked)
  }

  private var isTolerant: Bool {
    if case .additional(_, _, _, true) = rest { true } else { false }
  }

  private func slot(at path: [String]) -> ObjectPlan.UnknownSlot? {
    slots.first { $0.path == path }
  }

  /// Whether a document without the field is rejected.
  func isChecked(_ field: Field) -> Bool {
    if field.constant != nil { return field.isRequired }
    return Self.isFound(field, context) || field.isRequired && field.defaultValue == nil
  }

  /// Whether only a flag records that a field was present.
  func needsFlag(_ field: Field) -> Bool {
    guard isChecked(field) else { return false }
    if field.constant != nil { return true }
    return !Self.isFound(field, context) && bits == nil
  }

  private func writeVariables(into builder: inout SourceBuilder) {
    if locals.isWide {
      writeDraft(into: &builder)
      builder.line("var draft = FieldDraft()")
    }
    for field in stored {
      if !locals.isWide { writeVariable(field, named: locals.target(field), into: &builder) }
      if let rank = locals.rank(field) { builder.line("var \(rank) = \(Self.noRank)") }
    }
    for field in fields where needsFlag(field) { builder.line("var \(locals.seen(field)) = false") }
    if let bits { builder.line("var set: \(bits.type) = 0") }
    if case .additional(let field, _, _, _) = rest {
      builder.line("var \(field.name): \(context.spelling(of: field.type)) = [:]")
    }
    for slot in slots { builder.line("var \(slot.property) = UnknownMembers()") }
    if isTolerant, slot(at: []) != nil {
      builder.line("var others: [(key: String, value: JSONSlice)] = []")
    } else if slot(at: []) != nil {
      builder.line("var hasUnknown = false")
    }
  }

  private static let noRank = 255

  // MARK: The loop

  private func writeLoop(_ tree: KeyTree, into builder: inout SourceBuilder) {
    // An unused constant causes a warning.
    let name = usesKey(tree) ? "key" : "_"
    builder.block("while let \(name) = try reader.nextKey()") { builder in
      writeDispatch(tree, into: &builder)
      writeRest(tree, into: &builder)
    }
    guard let slot = slot(at: tree.path), !(tree.path.isEmpty && isTolerant) else {
      if isTolerant, tree.path.isEmpty, let slot = slot(at: []) {
        builder.line("if !others.isEmpty { \(slot.property) = UnknownMembers(others) }")
      }
      return
    }
    let suffix = self.suffix(tree.path)
    builder.block("if hasUnknown\(suffix)") { builder in
      let object = "reader.slice(from: start\(suffix))"
      builder.list(
        "\(slot.property) = UnknownMembers",
        ["object: \(object)", "known: Self.\(Self.knownKeys(slot))"])
    }
  }

  /// Whether the loop over an object's members examines their keys.
  private func usesKey(_ tree: KeyTree) -> Bool {
    guard tree.places.isEmpty else { return true }
    if case .additional = rest { return tree.path.isEmpty }
    return tree.path.isEmpty && !foreignKeys.isEmpty
  }

  /// The name of a slot's list of known keys.
  static func knownKeys(_ slot: ObjectPlan.UnknownSlot) -> String {
    "knownKeys" + slot.property.dropFirst("unknownMembers".count)
  }

  /// The known keys at a slot.
  func knownKeys(at slot: ObjectPlan.UnknownSlot) -> [String] {
    guard let tree = ([tree] + tree.inner).first(where: { $0.path == slot.path }) else { return [] }
    return tree.places.map(\.key) + (slot.path.isEmpty ? foreignKeys.sorted() : [])
  }

  // Empty for the object itself, a number for nested objects.
  private func suffix(_ path: [String]) -> String {
    path.isEmpty ? "" : "_\(tree.inner.firstIndex { $0.path == path } ?? 0)"
  }

  private func writeDispatch(_ tree: KeyTree, into builder: inout SourceBuilder) {
    var arms = tree.places.map { one in (key: one.key, place: KeyTree.Place?.some(one.place)) }
    if tree.path.isEmpty {
      for key in foreignKeys.sorted() where !arms.contains(where: { $0.key == key }) {
        arms.append((key, nil))
      }
    }
    guard !arms.isEmpty else { return }
    builder.line("switch key.count {")
    let byLength = Dictionary(grouping: arms) { $0.key.utf8.count }
    for (length, arms) in byLength.sorted(by: { $0.key < $1.key }) {
      builder.line("case \(length):")
      builder.indented { builder in
        for arm in arms {
          builder.block("if key == \(SwiftText.literal(arm.key))") {
            writeArm(arm.place, into: &$0)
          }
        }
      }
    }
    builder.line("default: break")
    builder.line("}")
  }

  private func writeArm(_ place: KeyTree.Place?, into builder: inout SourceBuilder) {
    switch place {
    case .field(let field, let rank): writeField(field, rank: rank, into: &builder)
    case .object(let tree): writeNested(tree, into: &builder)
    case nil: builder.line("try reader.skipValue()")
    }
    builder.line("continue")
  }

  private func writeNested(_ tree: KeyTree, into builder: inout SourceBuilder) {
    let fields = tree.fields
    if fields.contains(where: { $0.policy == .lenient }), !fields.contains(where: isChecked) {
      builder.block("if reader.kind != .object") { builder in
        builder.line("let error = JSONError(")
        builder.line("  .mismatch(expected: .object, found: reader.kind), offset: reader.offset)")
        builder.line("try reader.drop(error, since: reader.mark)")
        builder.line("continue")
      }
    } else {
      builder.line("if try reader.readNull() { continue }")
    }
    let suffix = self.suffix(tree.path)
    if slot(at: tree.path) != nil {
      builder.line("let start\(suffix) = reader.mark")
      builder.line("var hasUnknown\(suffix) = false")
    }
    builder.line("try reader.beginObject()")
    writeLoop(tree, into: &builder)
  }

  private func writeRest(_ tree: KeyTree, into builder: inout SourceBuilder) {
    let isRoot = tree.path.isEmpty
    if isRoot, case .refused = rest {
      return builder.line("throw reader.error(.unknownMember)")
    }
    if isRoot, case .additional(let field, let type, _, let isTolerant) = rest {
      return writeAdditional(field, type, isTolerant: isTolerant, into: &builder)
    }
    if slot(at: tree.path) != nil { builder.line("hasUnknown\(suffix(tree.path)) = true") }
    builder.line("try reader.skipValue()")
  }

  private func writeAdditional(
    _ field: Field, _ type: TypeReference, isTolerant: Bool, into builder: inout SourceBuilder
  ) {
    builder.line("let memberKey = key.string")
    let assign = "\(field.name)[memberKey] = \(context.read(type))"
    guard isTolerant else {
      builder.line(assign)
      return writeBit(field, into: &builder)
    }
    builder.line("let mark = reader.mark")
    builder.line("do throws(JSONError) {")
    builder.indented {
      $0.line(assign)
      writeBit(field, into: &$0)
    }
    builder.line("} catch {")
    builder.indented { builder in
      builder.line("guard error.isRecoverable else { throw error }")
      builder.line("reader.reset(to: mark)")
      if let slot = slot(at: []), !slot.property.isEmpty {
        builder.line("others.append((key: memberKey, value: try reader.readSlice()))")
      } else {
        builder.line("try reader.skipValue()")
      }
    }
    builder.line("}")
  }

  // MARK: One field

  private func writeField(_ field: Field, rank: Int, into builder: inout SourceBuilder) {
    if let constant = field.constant {
      builder.line("try reader.readConstant(\(SwiftText.literal(constant)))")
      if needsFlag(field) { builder.line("\(locals.seen(field)) = true") }
      return
    }
    if let name = locals.rank(field), rank > 0 {
      builder.block("if \(name) < \(rank)") {
        $0.line("try reader.skipValue()")
        $0.line("continue")
      }
    }
    let isRequired = isChecked(field)
    if !isRequired, !field.isNullable { builder.line("if try reader.readNull() { continue }") }
    guard field.policy == .lenient, !isRequired else {
      return writeValue(field, rank: rank, into: &builder)
    }
    builder.line("let mark = reader.mark")
    builder.line("do throws(JSONError) {")
    builder.indented { writeValue(field, rank: rank, into: &$0) }
    builder.line("} catch {")
    builder.line("  try reader.drop(error, since: mark)")
    builder.line("}")
  }

  private func writeValue(_ field: Field, rank: Int, into builder: inout SourceBuilder) {
    let target = locals.target(field)
    let assign = "\(target) = \(context.read(field))"
    if field.isNullable, !field.isIdentifier {
      builder.line("if try reader.readNull() {")
      builder.line("  \(target) = nil")
      builder.line("} else {")
      builder.indented { $0.assignment(assign) }
      builder.line("}")
    } else {
      builder.assignment(assign)
    }
    if let name = locals.rank(field) { builder.line("\(name) = \(rank)") }
    if needsFlag(field) { builder.line("\(locals.seen(field)) = true") }
    writeBit(field, into: &builder)
  }

  private func writeBit(_ field: Field, into builder: inout SourceBuilder) {
    if let bit = bits?.literals[field.name] { builder.line("set |= \(bit)") }
  }
}

extension SourceBuilder {
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
