import ModelSchema

/// Writes a union: an enum with a payload for each case, its coding, matching and description.
struct UnionWriter {
  let declaration: TypeDeclaration
  let type: UnionType
  let context: GeneratorContext
  let analysis: UnionAnalysis
  /// The name of the case for everything else; nil if there is none.
  let openCase: String?
  /// How the names of bound values begin; never like a case, which may be the name of a closure.
  private let bindingPrefix: String

  init(_ declaration: TypeDeclaration, _ type: UnionType, context: GeneratorContext) {
    self.declaration = declaration
    self.type = type
    self.context = context
    analysis = UnionAnalysis(
      declaration: declaration, type: type, lookup: context.declaration(named:))
    bindingPrefix = type.cases.contains { $0.name.hasPrefix("value") } ? "payload_" : "value"
    openCase = type.keepsUnknown ? UnionText.openCase(beside: type.cases.map(\.name)) : nil
  }

  /// Writes the whole declaration.
  func write(into builder: inout SourceBuilder) {
    builder.documentation(declaration.documentation ?? "One of the forms of `\(declaration.name)`.")
    let head = "\(access)enum \(context.name(of: declaration))"
    builder.type(head, conformances: conformances) { builder in
      writeCases(into: &builder)
      if has(.matching) { writeMatching(into: &builder) }
      if has(.coding) {
        writeDecoding(into: &builder)
        writeEncoding(into: &builder)
      }
      if has(.description) { writeDescription(into: &builder) }
    }
  }

  var access: String { context.access }

  func has(_ feature: Feature) -> Bool { declaration.features.contains(feature) }

  private var conformances: [String] {
    (has(.equality) ? ["Hashable"] : []) + ["Sendable"] + (has(.coding) ? ["JSONCodable"] : [])
      + (has(.codable) ? ["CodableModel"] : [])
      + (has(.description) ? ["CustomStringConvertible"] : [])
  }

  private func writeCases(into builder: inout SourceBuilder) {
    for one in type.cases {
      builder.documentation(one.documentation)
      let word = analysis.isIndirect(one) ? "indirect case" : "case"
      let values = associatedValues(of: one)
      builder.list("\(word) \(SwiftText.escaped(one.name))", values)
    }
    guard let openCase else { return }
    if isKind {
      builder.line("/// A value of another kind; it is encoded unchanged.")
      builder.line("case \(openCase)(JSONSlice)")
    } else {
      builder.line(
        "/// A case that the schema does not declare, with its tag; it is encoded unchanged.")
      builder.line("case \(openCase)(tag: String?, raw: JSONSlice)")
    }
  }

  /// Whether the kind of JSON value distinguishes the cases.
  var isKind: Bool {
    if case .kind = type.discriminator { true } else { false }
  }

  private func associatedValues(of one: UnionType.Case) -> [String] {
    switch one.payload {
    case .none: []
    case .value(let type): [context.spelling(of: type)]
    case .fields(let fields):
      stored(fields).map { "\(SwiftText.label($0.name)): \(context.spelling(of: $0))" }
    }
  }

  /// The stored fields of a case: constants are in the document only.
  func stored(_ fields: [Field]) -> [Field] {
    fields.filter { $0.constant == nil }
  }

  /// The names that a case binds its payload to in a `switch`, field by field.
  ///
  /// The names are numbered, so that no field's name shadows a name of the surrounding code.
  func bindings(of one: UnionType.Case) -> [String] {
    switch one.payload {
    case .none: []
    case .value: [binding(0)]
    case .fields(let fields): stored(fields).indices.map(binding)
    }
  }

  /// The name of a bound value.
  func binding(_ index: Int) -> String { bindingPrefix + "\(index)" }

  /// A case as a pattern that binds its payload: `case .text(let value0, let value1)`.
  func pattern(_ one: UnionType.Case) -> Pattern {
    Pattern("case .\(UnionText.member(one.name))", bindings(of: one).map { "let \($0)" })
  }

  /// The case for everything else as a pattern.
  func openPattern(_ name: String) -> Pattern {
    Pattern("case .\(name)", (isKind ? [0] : [0, 1]).map { "let \(binding($0))" })
  }

  /// The case for everything else as a pattern that binds only the text.
  func rawPattern(_ name: String) -> Pattern {
    Pattern("case .\(name)", isKind ? ["let \(binding(0))"] : ["_", "let \(binding(0))"])
  }
}
