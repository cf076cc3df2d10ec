extension RemodelLowering {
  mutating func union(of subtypes: [SubtypeSyntax], _ annotations: Annotations) -> UnionType {
    let path = annotations["discriminator"]?.value("name").flatMap { self.path($0) }
    let discriminator = path.map { UnionType.Discriminator.string(path: $0) } ?? .singleKey
    return UnionType(
      discriminator: discriminator, cases: subtypes.compactMap { lower($0, discriminator) },
      keepsUnknown: keepsUnknown)
  }

  private mutating func lower(
    _ syntax: SubtypeSyntax, _ discriminator: UnionType.Discriminator
  ) -> UnionType.Case? {
    let isSingle = syntax.annotations.contains { $0.name == "singleAttributeSubtype" }
    let annotations = check(syntax.annotations, at: isSingle ? .singleSubtype : .subtype)
    let name = memberName(syntax.name, what: "a case")
    firstNamed = nil
    let payload =
      isSingle
      ? singlePayload(of: syntax, annotations, discriminator)
      : fieldsPayload(of: syntax, discriminator)
    let typeLocation = isSingle ? firstNamed.map { diagnostics.location($0) } : nil
    let tags = readTags(of: syntax, annotations)
    guard let name, let payload else { return nil }
    return UnionType.Case(
      name: name, tags: tags, payload: payload, documentation: documentation(syntax.comments),
      annotations: keep(syntax.annotations), location: diagnostics.location(syntax.name.offset),
      typeLocation: typeLocation)
  }

  /// The tags of the case in JSON: first the written one, then those of older documents.
  private mutating func readTags(of syntax: SubtypeSyntax, _ annotations: Annotations) -> [String] {
    let legacy = annotations.all("codingLegacyKey").compactMap { $0.value("name") }
    for word in legacy + [annotations["codingKey"]?.value("name")].compactMap(\.self)
    where word.text.isEmpty {
      diagnostics.report(
        .invalidCodingKey, "the key is empty", mend: "Write the JSON value of the case.",
        at: word.offset)
    }
    return [annotations["codingKey"]?.value("name")?.text ?? syntax.name.text]
      + legacy.map(\.text)
  }

  private mutating func fieldsPayload(
    of syntax: SubtypeSyntax, _ discriminator: UnionType.Discriminator
  ) -> UnionType.Case.Payload? {
    guard let syntaxes = syntax.fields else { return UnionType.Case.Payload.none }
    let fields = syntaxes.compactMap { lower($0, at: .caseField) }
    if case .string(let path) = discriminator {
      for field in fields where field.keyPath.starts(with: path) || path.starts(with: field.keyPath)
      {
        diagnostics.append(
          Diagnostic(
            .invalidCodingKey, "the key of '\(field.name)' is the one that distinguishes the cases",
            mend: "Give the field another '%codingKey', or the type another '%discriminator'.",
            at: field.location))
      }
    }
    return fields.isEmpty && syntaxes.isEmpty ? UnionType.Case.Payload.none : .fields(fields)
  }

  private mutating func singlePayload(
    of syntax: SubtypeSyntax, _ annotations: Annotations,
    _ discriminator: UnionType.Discriminator
  ) -> UnionType.Case.Payload? {
    if syntax.fields != nil {
      diagnostics.report(
        .invalidAnnotation,
        "a case has either one value by '%singleAttributeSubtype' or fields in braces",
        mend: "Remove one of the two.", at: syntax.name.offset)
    }
    guard let word = annotations["singleAttributeSubtype"]?.value("attributeType"),
      let type = parseAttributeType(word), let reference = resolve(type, context(annotations))
    else { return nil }
    let isNullable = isNullablePayload(type, annotations)
    if case .string = discriminator, isNullable || !isObject(reference) {
      diagnostics.report(
        .unsupportedType, "the value of '\(syntax.name.text.printable)' is not a JSON object",
        mend: "Put it into a field: '\(syntax.name.text.printable) { Type field }'.",
        at: word.offset)
      return nil
    }
    return .value(isNullable ? .optional(reference) : reference)
  }

  /// The value of a case is non-null unless it is marked otherwise.
  private mutating func isNullablePayload(_ type: TypeSyntax, _ annotations: Annotations) -> Bool {
    if let nonnull = annotations["nonnull"], annotations.contains("nullable") || type.isOptional {
      diagnostics.report(
        .invalidAnnotation, "the value is '%nonnull', but may be null",
        mend: "Remove '%nonnull', or what makes it nullable.", at: nonnull.offset)
    }
    return annotations.contains("nullable") || type.isOptional
  }

  /// Whether a value can contain the discriminator member.
  private func isObject(_ type: TypeReference) -> Bool {
    switch type {
    case .named, .external, .json, .jsonObject, .map: true
    default: false
    }
  }

  /// The type in the quotation marks of `attributeType="…"`.
  private mutating func parseAttributeType(_ word: Word) -> TypeSyntax? {
    var parser = RemodelParser(
      file: diagnostics.file, kind: kind, range: word.offset..<word.offset + word.text.utf8.count)
    let type = parser.parseType()
    parser.cursor.skipSpace()
    if type != nil, !parser.cursor.isAtEnd {
      parser.refuseAhead("the end of the type", mend: "Write one type, and nothing after it.")
    }
    for diagnostic in parser.diagnostics.all { diagnostics.append(diagnostic) }
    return parser.diagnostics.all.isEmpty ? type.map(unwrapped) : nil
  }
}
