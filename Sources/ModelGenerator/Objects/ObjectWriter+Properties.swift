import ModelSchema

extension ObjectWriter {
  /// Writes the stored properties, or the storage and a property per field that reads it.
  func writeProperties(into builder: inout SourceBuilder) {
    writeStorage(into: &builder)
    for field in fields {
      builder.documentation(plan.documentation(of: field))
      let head = "\(access)\(word) \(SwiftText.escaped(field.name))"
      if plan.contentsType == nil {
        builder.stored(head, type: type(field))
      } else {
        let value = "\(plan.contents).\(UnionText.member(field.name))"
        builder.reading(head, type: type(field), value)
      }
    }
    if plan.hasBits {
      builder.line("/// The fields that are known; the others are absent.")
      let state = plan.isRecord ? "modelState.isSet" : "isSet"
      builder.line(
        plan.contentsType == nil
          ? "\(access)let isSet: Fields"
          : "\(access)var isSet: Fields { \(plan.contents).\(state) }")
    }
    guard plan.contentsType == nil else { return }
    for slot in plan.hidden { builder.line("private let \(slot.property): \(slot.type)") }
  }

  private var word: String { plan.contentsType == nil ? "let" : "var" }

  private func writeStorage(into builder: inout SourceBuilder) {
    if plan.isBoxed, let type = plan.contentsType {
      builder.line("private let \(plan.storage): Boxed<\(type)>")
    }
    guard plan.isRecord else { return }
    builder.line("/// The fields, as the draft of a changed copy.")
    builder.line(
      plan.isBoxed
        ? "\(access)var builder: Builder { \(plan.contents) }"
        : "\(access)let builder: Builder")
    guard plan.isBoxed, plan.isModel else { return }
    let other = "other.\(plan.storage)"
    builder.branch("\(access)func isIdentical(to other: \(plan.name)) -> Bool") {
      $0.line("\(plan.storage).isIdentical(to: \(other))")
    }
  }

  /// Writes the struct of the fields that are stored behind a reference.
  func writeValues(into builder: inout SourceBuilder) {
    builder.line()
    let hashable = plan.has(.equality) ? "Hashable, " : ""
    builder.block("fileprivate struct StorageValues: \(hashable)Sendable") { builder in
      for field in fields {
        builder.stored("var \(SwiftText.escaped(field.name))", type: type(field))
      }
      if plan.hasBits { builder.line("var isSet: Fields") }
      for slot in plan.hidden { builder.line("var \(slot.property): \(slot.type)") }
    }
  }
}

extension SourceBuilder {
  /// Writes `head: type { value }`, broken where it is too long.
  mutating func reading(_ head: String, type: String, _ value: String) {
    let flat = "\(head): \(type) { \(value) }"
    if fits(flat) { line(flat) } else { computed(head, type: type) { $0.line(value) } }
  }
}
