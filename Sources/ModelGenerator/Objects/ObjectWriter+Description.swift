import ModelSchema

extension ObjectWriter {
  /// Writes `description` over the set fields.
  func writeDescription(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// The fields that are set, with their values.")
    builder.block("\(access)var description: String") { builder in
      let text = fields.isEmpty ? "let" : "var"
      builder.line("\(text) text = ModelDescription(\(SwiftText.literal(plan.declaration.name)))")
      for field in fields {
        let add = "text.add(\(SwiftText.literal(field.name)), \(plan.member(field)))"
        if plan.hasBits {
          builder.property("if isSet.contains(\(plan.bit(field)))", add)
        } else if plan.hasValue(field) {
          builder.line(add)
        } else {
          builder.property("if \(plan.member(field)) != nil", add)
        }
      }
      builder.line("return text.text")
    }
    builder.line()
    builder.line("/// The same as the description.")
    builder.line("\(access)var debugDescription: String { description }")
  }

  /// Writes `==` and `hash(into:)` for a type whose fields are stored behind a reference.
  func writeEquality(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Compares the values and which fields are set.")
    let head = "\(access)static func == (left: \(plan.name), right: \(plan.name))"
    builder.block(head, returning: "Bool") {
      let name = plan.storage
      $0.line("if left.\(name) === right.\(name) { return true }")
      $0.line("return left.\(name).values == right.\(name).values")
    }
    builder.line()
    builder.line("/// Hashes the values and which fields are set.")
    builder.block("\(access)func hash(into hasher: inout Hasher)") {
      $0.line("\(plan.storage).values.hash(into: &hasher)")
    }
  }
}
