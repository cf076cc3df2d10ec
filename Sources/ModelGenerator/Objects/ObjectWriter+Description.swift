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
  }
}
