extension SchemaCompiler {
  /// An enum of strings or whole numbers; other values only determine the kind.
  func buildValues(
    _ shape: SchemaShape, _ layers: SchemaLayers, _ context: NameContext
  ) -> Resolved {
    var values = shape.values ?? []
    let isNullable = allowsNull(shape) || values.contains { $0.value.isNull }
    values.removeAll { $0.value.isNull }
    if let declared = shape.declaredKinds {
      for value in values where !JSONKinds(of: value.value).isSubset(of: declared) {
        report(
          .invalidKeyword,
          "the value is \(value.value.kindName), which 'type' does not allow: it is left out",
          mend: "Correct the value or 'type'.",
          at: library.location(of: value.value, in: value.file), severity: .warning)
      }
      values.removeAll { !JSONKinds(of: $0.value).isSubset(of: declared) }
    }
    var rest = shape
    rest.values = nil
    rest.alternatives = []
    let kinds = values.reduce(into: JSONKinds()) { $0.formUnion(JSONKinds(of: $1.value)) }
    if kinds == .string || kinds == .integer {
      let type = declareEnumeration(values, shape, layers, context)
      return Resolved(type: type, isNullable: isNullable)
    }
    if rest.declaredKinds == nil, !kinds.isEmpty { rest.declaredKinds = kinds }
    if kinds != .boolean || values.count != 2, !values.isEmpty {
      report(
        .unsupportedKeyword,
        "values other than strings and whole numbers form no enum: all are accepted",
        mend: "Check the value in the program.", at: location(of: layers), severity: .warning)
    }
    if values.isEmpty { return Resolved(type: .json, isNullable: true) }
    let resolved = build(rest, layers, context)
    return Resolved(type: resolved.type, isNullable: resolved.isNullable || isNullable)
  }

  /// Declares an enum whose values are all strings or all whole numbers.
  func declareEnumeration(
    _ values: [SchemaShape.Value], _ shape: SchemaShape, _ layers: SchemaLayers,
    _ context: NameContext
  ) -> TypeReference {
    let (name, isNew) = claimName(context, title: shape.title, layers: layers)
    guard isNew else { return .named(name) }
    var cases: [EnumType.Case] = []
    var names = DistinctNames()
    var seen: Set<EnumType.RawValue> = []
    for value in values {
      let location = library.location(of: value.value, in: value.file)
      guard let raw = rawValue(value, at: location) else { continue }
      guard seen.insert(raw).inserted else {
        report(
          .duplicateCase, "this value is already in the list", mend: "Remove one of the two.",
          at: location, severity: .warning)
        continue
      }
      cases.append(
        .init(
          name: caseName(value, raw, among: &names), rawValue: raw,
          documentation: value.documentation, location: location))
    }
    // The problems with the values are already reported.
    if cases.isEmpty { return .json }
    var enumeration = EnumType(cases: cases)
    usedDefaults.formUnion(shape.defaultOwners)
    if let start = shape.defaultValue?.value {
      let raw: EnumType.RawValue? =
        start.string.map { .string($0) } ?? start.integer.map { .integer($0) }
      enumeration.defaultCase = cases.first { $0.rawValue == raw }?.name
    }
    declare(name, .enumeration(enumeration), shape: shape, layers: layers)
    return .named(name)
  }

  private func rawValue(
    _ value: SchemaShape.Value, at location: SourceLocation
  ) -> EnumType.RawValue? {
    if let text = value.value.string { return .string(text) }
    if let number = value.value.integer { return .integer(number) }
    report(
      .unsupportedType, "the number does not fit 64 bits", mend: "Use a smaller one.", at: location)
    return nil
  }

  private func caseName(
    _ value: SchemaShape.Value, _ raw: EnumType.RawValue, among names: inout DistinctNames
  ) -> String {
    let wanted: String
    switch raw {
    case .string(let text):
      wanted = (value.name ?? text).isEmpty ? "empty" : Self.caseName(of: value.name ?? text)
    case .integer(let number):
      wanted =
        value.name.flatMap { SwiftName.member(from: $0) }
        ?? (number < 0 ? "minus\(number.magnitude)" : "value\(number)")
    }
    return names.claim(wanted)
  }

  private static let signs: [Character: String] = [
    "+": "plus", "-": "minus", "*": "star", "/": "slash", "<": "less", ">": "greater",
    "=": "equals",
    "!": "not", "&": "and", "|": "or", "%": "percent", "#": "hash", "$": "dollar", "@": "at",
    "?": "question", ".": "dot", ",": "comma", ":": "colon", ";": "semicolon", "~": "tilde",
    "^": "caret", "_": "underscore", " ": "space",
  ]

  /// A name of letters and digits, or the names of the punctuation characters in a text.
  static func caseName(of text: String) -> String {
    if let name = SwiftName.member(from: text) { return name }
    let words = text.prefix(8).compactMap { signs[$0] }.joined(separator: " ")
    return SwiftName.member(from: words) ?? "value"
  }
}
