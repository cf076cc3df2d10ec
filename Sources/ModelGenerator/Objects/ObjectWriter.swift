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
      writeProperties(into: &builder)
      writeIdentity(into: &builder)
      if plan.hasBits { writeFieldSet(into: &builder) }
      writeInitializers(into: &builder)
      if plan.isRecord {
        writeBuilder(into: &builder)
      } else if plan.isBoxed {
        writeValues(into: &builder)
      }
      if plan.has(.coding) { writeCoding(into: &builder) }
      if plan.has(.description), !plan.isModel { writeDescription(into: &builder) }
      if plan.isModel { writeSchema(into: &builder) }
    }
  }

  var access: String { plan.access }
  var fields: [Field] { plan.fields }
  var context: GeneratorContext { plan.context }

  private var conformances: [String] {
    var names = roles
    if plan.isModel {
      names.append(plan.has(.description) ? "DescribedModel" : "RecordModel")
      if plan.has(.initNotification) { names.append("NotifyingModel") }
    }
    if plan.has(.coding) { names.append("JSONObjectEncodable") }
    if plan.has(.codable) { names.append("CodableModel") }
    if plan.has(.description), !plan.isModel {
      names.append("CustomStringConvertible")
    }
    return names
  }

  /// The conformances for the store, or those that every value has.
  private var roles: [String] {
    guard plan.isStored else {
      return (plan.isModel ? [] : plan.has(.equality) ? ["Hashable", "Sendable"] : ["Sendable"])
        + (plan.has(.coding) ? ["JSONDecodable"] : [])
    }
    let roles =
      (plan.has(.hooks) ? ["HookedModel"] : []) + (plan.has(.undo) ? ["UndoableModel"] : [])
    return roles.isEmpty ? ["StoredModel"] : roles
  }

  /// The Swift type of a field.
  func type(_ field: Field) -> String {
    let type = plan.valueType(field)
    return plan.hasValue(field) ? type : optional(type)
  }

  /// The optional type of a value.
  func optional(_ type: String) -> String { type.hasSuffix("?") ? type : type + "?" }

  private func writeIdentity(into builder: inout SourceBuilder) {
    guard plan.isStored, let field = plan.identifier, field.name != "id" else { return }
    builder.line("/// The identity: `\(field.name)`.")
    builder.line("\(access)var id: \(type(field)) { \(plan.member(field)) }")
  }
}
