import ModelSchema

/// Writes an object: a struct with its fields and the code for its features.
struct ObjectWriter {
  let plan: ObjectPlan

  init(_ declaration: TypeDeclaration, _ object: ObjectType, context: GeneratorContext) {
    plan = ObjectPlan(declaration, object, context: context)
  }

  /// Writes the whole declaration.
  func write(into builder: inout SourceBuilder) {
    builder.documentation(
      plan.declaration.documentation ?? "The object `\(plan.declaration.name)`.")
    builder.type("\(access)struct \(plan.name)", conformances: conformances) { builder in
      if plan.isBoxed {
        writeBoxedProperties(into: &builder)
      } else {
        writeProperties(into: &builder)
      }
      writeIdentity(into: &builder)
      if plan.hasBits { writeFieldSet(into: &builder) }
      if plan.has(.fetchStatus) { writeFetchStatus(into: &builder) }
      writeInitializers(into: &builder)
      if plan.has(.builder) { writeBuilder(into: &builder) }
      if plan.isBoxed, plan.has(.equality) { writeEquality(into: &builder) }
      if plan.isModel { writeMerging(into: &builder) }
      if plan.has(.coding) { writeCoding(into: &builder) }
      if plan.has(.description) { writeDescription(into: &builder) }
      if plan.isModel { writeSchema(into: &builder) }
      if plan.isBoxed { writeStorage(into: &builder) }
    }
  }

  var access: String { plan.access }
  var fields: [Field] { plan.fields }

  private var conformances: [String] {
    var names: [String] = []
    if plan.isStored {
      if plan.has(.hooks) { names.append("HookedModel") }
      if plan.has(.undo) { names.append("UndoableModel") }
      if names.isEmpty { names.append("StoredModel") }
    } else {
      if plan.isModel {
        names.append("Model")
      } else if plan.has(.equality) {
        names.append("Hashable")
      }
      if !plan.isModel { names.append("Sendable") }
      if plan.has(.coding) { names.append("JSONCodable") }
    }
    if plan.isModel, plan.has(.initNotification) { names.append("NotifyingModel") }
    if plan.has(.description) {
      names += ["CustomStringConvertible", "CustomDebugStringConvertible"]
    }
    return names
  }

  /// Whether instances report their creation.
  var isNotifying: Bool { plan.isModel && plan.has(.initNotification) }

  /// The Swift type of a field.
  func type(_ field: Field) -> String {
    plan.valueType(field) + (plan.hasValue(field) ? "" : optionalMark(field))
  }

  private func optionalMark(_ field: Field) -> String {
    plan.valueType(field).hasSuffix("?") ? "" : "?"
  }

  private func writeProperties(into builder: inout SourceBuilder) {
    // A property that nothing changes after the initialiser has no setter.
    let word = plan.isModel || plan.has(.builder) ? "private(set) var" : "let"
    for (index, field) in fields.enumerated() {
      if index > 0 { builder.line() }
      builder.documentation(plan.documentation(of: field))
      builder.stored("\(access)\(word) \(SwiftText.escaped(field.name))", type: type(field))
    }
    if plan.hasBits {
      builder.line()
      builder.line("/// The fields that are known; the others are absent.")
      builder.line("\(access)\(word) isSet: Fields")
    }
    for (index, slot) in plan.unknownSlots.enumerated() {
      if index == 0, !fields.isEmpty { builder.line() }
      let word = word == "let" ? "let" : "var"
      builder.line("private \(word) \(slot.property): UnknownMembers")
    }
  }

  private func writeBoxedProperties(into builder: inout SourceBuilder) {
    builder.line("private let \(plan.storage): Storage")
    for field in fields {
      builder.line()
      builder.documentation(plan.documentation(of: field))
      let name = SwiftText.escaped(field.name)
      let (head, value) = ("\(access)var \(name)", "\(plan.storage).values.\(name)")
      if builder.fits("\(head): \(type(field)) { \(value) }") {
        builder.line("\(head): \(type(field)) { \(value) }")
      } else {
        builder.computed(head, type: type(field)) { $0.line(value) }
      }
    }
    if plan.hasBits {
      builder.line()
      builder.line("/// The fields that are known; the others are absent.")
      builder.line("\(access)var isSet: Fields { \(plan.storage).values.isSet }")
    }
  }

  private func writeIdentity(into builder: inout SourceBuilder) {
    guard plan.isStored, let field = plan.identifier, field.name != "id" else { return }
    builder.line()
    builder.line("/// The identity: `\(field.name)`.")
    builder.line("\(access)var id: \(type(field)) { \(plan.member(field)) }")
  }

  private func writeStorage(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// The fields, shared by all copies of an instance; they never change.")
    let hashable = plan.has(.equality) ? "Hashable, " : ""
    builder.block("fileprivate struct StorageValues: \(hashable)Sendable") { builder in
      for field in fields {
        builder.stored("var \(SwiftText.escaped(field.name))", type: type(field))
      }
      if plan.hasBits { builder.line("var isSet: Fields") }
      for slot in plan.unknownSlots { builder.line("var \(slot.property): UnknownMembers") }
    }
    builder.line()
    builder.block("private final class Storage: Sendable") { builder in
      builder.line("let values: StorageValues")
      builder.line()
      builder.line("init(_ values: StorageValues) { self.values = values }")
    }
  }
}
