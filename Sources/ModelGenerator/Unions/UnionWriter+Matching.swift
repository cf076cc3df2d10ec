import ModelSchema

extension UnionWriter {
  /// Writes two `match(…)`: one with a result, which must handle each case, and one without.
  func writeMatching(into builder: inout SourceBuilder) {
    builder.line()
    builder.line("/// Calls the closure for this value's case and returns its result.")
    builder.function(
      "\(access)func match<Outcome>", parameters(result: "throws -> Outcome", isOptional: false),
      "rethrows -> Outcome"
    ) { writeCalls(mark: "", into: &$0) }
    builder.line()
    builder.line("/// Calls the closure for this value's case, if there is one.")
    builder.function(
      "\(access)func match", parameters(result: "throws -> Void", isOptional: true), "rethrows"
    ) { writeCalls(mark: "?", into: &$0) }
  }

  /// A parameter per case, whose closure takes the types of the payload.
  private func parameters(result: String, isOptional: Bool) -> [Parameter] {
    var parameters = type.cases.map { one in
      Parameter(
        label: SwiftText.label(one.name), arguments: argumentTypes(of: one), result: result,
        isOptional: isOptional)
    }
    if let openCase {
      parameters.append(
        Parameter(
          label: openCase,
          arguments: isKind ? ["JSONSlice"] : ["_ tag: String?", "_ raw: JSONSlice"],
          result: result, isOptional: isOptional))
    }
    return parameters
  }

  private func argumentTypes(of one: UnionType.Case) -> [String] {
    switch one.payload {
    case .none: []
    case .value(let type): [context.spelling(of: type)]
    case .fields(let fields):
      stored(fields).map { "_ \(SwiftText.label($0.name)): \(context.spelling(of: $0))" }
    }
  }

  private func writeCalls(mark: String, into builder: inout SourceBuilder) {
    builder.line("switch self {")
    for one in type.cases {
      let call = "try \(SwiftText.escaped(one.name))\(mark)"
      builder.choice(pattern(one), "\(call)(\(bindings(of: one).joined(separator: ", ")))")
    }
    if let openCase {
      let values = isKind ? binding(0) : "\(binding(0)), \(binding(1))"
      builder.choice(openPattern(openCase), "try \(openCase)\(mark)(\(values))")
    }
    builder.line("}")
  }
}
