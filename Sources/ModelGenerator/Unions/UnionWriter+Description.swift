import ModelSchema

extension UnionWriter {
  /// Writes `description`: the name of the case and its payload.
  func writeDescription(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// The case and its payload.")
    builder.block("\(access)var description: String") { builder in
      // If one case needs statements, all of them need `return`.
      let isLong = type.cases.contains { !builder.fits("           \(flatText(of: $0))") }
      let word = isLong ? "return " : ""
      builder.line("switch self {")
      for one in type.cases {
        if builder.fits("           \(flatText(of: one))") {
          builder.choice(pattern(one), word + flatText(of: one))
        } else {
          builder.begin(pattern(one))
          builder.indented { writeParts(of: one, into: &$0) }
        }
      }
      if let openCase {
        builder.choice(
          rawPattern(openCase), "\(word)\"\(openCase)(\\(\(binding(0)).text))\"")
      }
      builder.line("}")
    }
  }

  private func writeParts(of one: UnionType.Case, into builder: inout SourceBuilder) {
    builder.line("let parts: [String] = [")
    builder.indented { builder in
      for part in parts(of: one) { builder.line("\"\(part)\",") }
    }
    builder.line("]")
    builder.line("return \"\(one.name)(\\(parts.joined(separator: \", \")))\"")
  }

  private func flatText(of one: UnionType.Case) -> String {
    let parts = parts(of: one)
    return parts.isEmpty ? "\"\(one.name)\"" : "\"\(one.name)(\(parts.joined(separator: ", ")))\""
  }

  /// The values of a case as pieces of a string literal.
  private func parts(of one: UnionType.Case) -> [String] {
    switch one.payload {
    case .none: []
    case .value(let type): [interpolation(binding(0), type: context.spelling(of: type))]
    case .fields(let fields):
      zip(stored(fields), bindings(of: one)).map { field, name in
        "\(field.name): \(interpolation(name, type: context.spelling(of: field)))"
      }
    }
  }

  private func interpolation(_ name: String, type: String) -> String {
    type.hasSuffix("?") ? "\\(String(describing: \(name)))" : "\\(\(name))"
  }
}
