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
  /// The expression for the original texts of dates; nil if they are not kept.
  let spellings: String?
  /// The type whose builder receives the values; nil if local variables do.
  let record: ObjectPlan?
  /// The name of the table of keys of the object itself; those of nested objects add a number.
  let tableName: String
  let tree: KeyTree
  let locals: FieldLocals
  let stored: [Field]
  /// The statement that ends the treatment of a member early.
  var leave: String { sharesLoop ? "return" : "continue" }

  /// The largest number of fields with a local variable each; beyond it they share one variable.
  ///
  /// The optimiser tracks each local at each end of the loop, so its time grows with the third
  /// power of their number: two and a half minutes for 120 fields, but seconds if they share a
  /// variable. Locals make decoding a few percent faster.
  static let maximumLocals = 40

  init(
    _ fields: [Field], context: GeneratorContext, rest: Rest = .skipped,
    foreignKeys: Set<String> = [], bits: (type: String, literals: [String: String])? = nil,
    spellings: String? = nil, record: ObjectPlan? = nil, tableName: String = "keys"
  ) {
    self.context = context
    self.fields = fields
    self.rest = rest
    self.foreignKeys = foreignKeys
    self.bits = bits
    self.spellings = spellings.map { record == nil ? $0 : "draft.\($0)" }
    self.record = record
    self.tableName = tableName
    tree = KeyTree(fields)
    stored = fields.filter { $0.constant == nil }
    let storage: FieldLocals.Storage =
      record != nil ? .builder : stored.count > Self.maximumLocals ? .draft : .locals
    locals = FieldLocals(stored, all: fields, storage) { Self.isFound($0, context) }
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
    if sharesLoop { return writeShared(into: &builder) }
    if needsStart { builder.line("let start = reader.mark") }
    writeVariables(into: &builder)
    builder.line("try reader.beginObject()")
    writeLoop(tree, into: &builder)
    writeRemoteFields(into: &builder)
    writeChecks(into: &builder)
  }

  private var needsStart: Bool {
    slot(at: []) != nil && !isTolerant || fields.contains(where: isChecked)
  }

  var isTolerant: Bool {
    if case .additional(_, _, _, true) = rest { true } else { false }
  }

  func slot(at path: [String]) -> ObjectPlan.UnknownSlot? {
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
    return bits == nil && (record != nil || !Self.isFound(field, context))
  }

  func writeVariables(into builder: inout SourceBuilder) {
    switch locals.storage {
    case .builder: builder.line("var draft = Builder()")
    case .draft:
      writeDraft(into: &builder)
      builder.line("var draft = FieldDraft()")
    case .locals:
      for field in stored { writeVariable(field, named: locals.target(field), into: &builder) }
    }
    for field in stored {
      if let rank = locals.rank(field) { builder.line("var \(rank) = \(Self.noRank)") }
    }
    writeRemoteVariables(into: &builder)
    if sharesLoop { return }
    for field in fields where needsFlag(field) { builder.line("var \(locals.seen(field)) = false") }
    if record == nil { writeHidden(into: &builder) }
    if isTolerant, slot(at: []) != nil {
      builder.line("var others: [(key: String, value: JSONSlice)] = []")
    } else if slot(at: []) != nil {
      builder.line("var hasUnknown = false")
    }
  }

  private func writeHidden(into builder: inout SourceBuilder) {
    if let bits { builder.line("var set: \(bits.type) = 0") }
    if case .additional(let field, _, _, _) = rest {
      builder.line("var \(field.name): \(context.spelling(of: field.type)) = [:]")
    }
    for slot in slots { builder.line("var \(slot.property) = UnknownMembers()") }
    if let spellings { builder.line("var \(spellings) = Spellings()") }
  }

  /// The expression for a property of the result that no field stores.
  func hidden(_ property: String) -> String { record == nil ? property : "draft.\(property)" }

  private static let noRank = 255

  private func writeLoop(_ tree: KeyTree, into builder: inout SourceBuilder) {
    // An unused constant causes a warning.
    let name = usesKey(tree) ? "key" : "_"
    let suffix = self.suffix(tree.path)
    let table = "Self.\(tableName(tree.path))"
    // The loop does not read the static property, which checks each time that it is initialised.
    if !arms(tree).isEmpty { builder.line("let keys\(suffix) = \(table)") }
    builder.block("while let \(name) = try reader.nextKey()") { writeDispatch(tree, into: &$0) }
    guard let slot = slot(at: tree.path), !(tree.path.isEmpty && isTolerant) else {
      if isTolerant, tree.path.isEmpty, let slot = slot(at: []) {
        builder.line(
          "if !others.isEmpty { \(hidden(slot.property)) = UnknownMembers(others) }")
      }
      return
    }
    let known = arms(tree).isEmpty ? table : "keys\(suffix)"
    builder.block("if hasUnknown\(suffix)") { builder in
      let object = "reader.slice(from: start\(suffix))"
      builder.list(
        "\(hidden(slot.property)) = UnknownMembers",
        ["object: \(object)", "known: \(known)"])
    }
  }

  /// Whether the loop over an object's members examines their keys.
  private func usesKey(_ tree: KeyTree) -> Bool {
    guard tree.places.isEmpty else { return true }
    if case .additional = rest { return tree.path.isEmpty }
    return tree.path.isEmpty && !foreignKeys.isEmpty
  }

  private var tables: [(name: String, keys: [String])] {
    ([tree] + tree.inner).compactMap { tree in
      let keys = arms(tree).map(\.key)
      return keys.isEmpty && slot(at: tree.path) == nil ? nil : (tableName(tree.path), keys)
    }
  }

  /// Writes the tables of keys, beside the function with the loop.
  func writeTables(into builder: inout SourceBuilder) {
    for table in tables {
      builder.line()
      let head = "private static let \(table.name) = JSONKeyTable("
      if !table.keys.isEmpty, table.keys.allSatisfy(SwiftText.isWord) {
        builder.words(head, table.keys, ")")
      } else {
        builder.array(head, table.keys.map(SwiftText.literal), ")")
      }
    }
  }

  private func tableName(_ path: [String]) -> String {
    guard let index = tree.inner.firstIndex(where: { $0.path == path }) else { return tableName }
    return "\(tableName)\(index + 1)"
  }

  // Empty for the object itself, a number for nested objects.
  private func suffix(_ path: [String]) -> String {
    path.isEmpty ? "" : "_\(tree.inner.firstIndex { $0.path == path } ?? 0)"
  }

  func arms(_ tree: KeyTree) -> [(key: String, place: KeyTree.Place?)] {
    let arms = tree.places.map { one in (key: one.key, place: KeyTree.Place?.some(one.place)) }
    guard tree.path.isEmpty else { return arms }
    let foreign = foreignKeys.sorted().filter { key in !arms.contains { $0.key == key } }
    return arms + foreign.map { ($0, nil) }
  }

  private func writeDispatch(_ tree: KeyTree, into builder: inout SourceBuilder) {
    let arms = arms(tree)
    guard !arms.isEmpty else { return writeRest(tree, into: &builder) }
    builder.line("switch keys\(suffix(tree.path))[key] {")
    for (index, arm) in arms.enumerated() {
      builder.arm("case \(index):") { writeArm(arm.place, into: &$0) }
    }
    builder.arm("default:") { writeRest(tree, into: &$0) }
    builder.line("}")
  }

  func writeArm(_ place: KeyTree.Place?, into builder: inout SourceBuilder) {
    switch place {
    case .field(let field, let rank): writeField(field, rank: rank, into: &builder)
    case .object(let tree): writeNested(tree, into: &builder)
    case .member(let field, let index): writeRemoteMember(field, index, into: &builder)
    case nil: builder.line("try reader.skipValue()")
    }
  }

  private func writeNested(_ tree: KeyTree, into builder: inout SourceBuilder) {
    let fields = tree.fields
    if fields.contains(where: { $0.policy == .lenient }), !fields.contains(where: isChecked) {
      builder.block("if reader.kind != .object") { builder in
        builder.line("let error = JSONError(")
        builder.indented {
          $0.line(".mismatch(expected: .object, found: reader.kind), offset: reader.offset)")
        }
        builder.line("try reader.drop(error, since: reader.mark)")
        builder.line("continue")
      }
    } else {
      builder.line("if try reader.dropNull() { continue }")
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
    let assign = "\(hidden(field.name))[memberKey] = \(context.read(type))"
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
}
