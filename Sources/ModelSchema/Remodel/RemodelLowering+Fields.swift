extension RemodelLowering {
  /// A field of a type or of a case; nil, with a diagnostic, if it is invalid.
  mutating func lower(_ syntax: FieldSyntax, at place: KnownAnnotation.Places) -> Field? {
    let annotations = check(syntax.annotations, at: place)
    let typeSyntax = unwrapped(syntax.type)
    firstNamed = nil
    let counts = (opaquePlaces.count, structurePlaces.count)
    let type = resolve(typeSyntax, context(annotations))
    if annotations.contains("transformer") {
      opaquePlaces.removeSubrange(counts.0...)
      structurePlaces.removeSubrange(counts.1...)
    }
    let typeLocation = firstNamed.map { diagnostics.location($0) }
    let name = propertyName(annotations) ?? memberName(syntax.name, what: "a field")
    checkOptional(typeSyntax, annotations)
    let isNullable = mayBeNull(typeSyntax, annotations)
    let keyPath = readKeyPath(annotations) ?? [syntax.name.text]
    let legacy = legacyKeyPaths(annotations)
    guard let type, let name else { return nil }
    if refusesDescription, name == "description" {
      diagnostics.report(
        .invalidName, "a field cannot be named 'description' here",
        mend: "Rename the field, or exclude RMDescriptionAttributeError.", at: syntax.name.offset)
    }
    let defaultValue = annotations["default"].flatMap { readDefault($0, for: type) }
    let isRequired =
      !isNullable && !annotations.contains("default") && !annotations.contains("optional")
    var field = Field(
      name: name, keyPath: keyPath, legacyKeyPaths: legacy, type: type,
      isRequired: isRequired, isNullable: isNullable,
      defaultValue: defaultValue, documentation: documentation(syntax.comments),
      annotations: keep(syntax.annotations), location: diagnostics.location(syntax.name.offset),
      typeLocation: typeLocation)
    if case .name(_, let protocols?) = typeSyntax.form,
      TypeSpelling.entry(typeName(typeSyntax)) == nil
    {
      field.annotations += conformances(protocols)
    }
    apply(annotations, to: &field)
    return field
  }

  /// The `%import` and `%identifier` settings for the types that a field names.
  mutating func context(_ annotations: Annotations) -> TypeContext {
    var context = TypeContext(isIdentifier: annotations.contains("identifier"))
    guard let annotation = annotations["import"] else { return context }
    if annotation.value("library") == nil, annotation.value("file") == nil {
      diagnostics.report(
        .invalidAnnotation, "'%import' does not say from where",
        mend: "Write '%import library=…'.", at: annotation.offset)
    }
    context.imported = Lookup(
      kind: .value, library: module(annotation.value("library")))
    return context
  }

  /// The name that an annotation gives the property.
  private mutating func propertyName(_ annotations: Annotations) -> String? {
    guard let word = annotations["swiftName"]?.value("name"),
      acceptsName(word, what: "a property", isDotted: false)
    else { return nil }
    return word.text
  }

  /// The Swift name of a field or a case.
  mutating func memberName(_ word: Word, what: String) -> String? {
    if word.text.utf8.allSatisfy({ $0 < 0x80 }), let name = SwiftName.member(from: word.text) {
      return name
    }
    diagnostics.report(
      .invalidName, "'\(word.text.printable)' is not a valid name for \(what)",
      mend: "Use letters, digits and underscores, \(SwiftName.maximumByteCount) at most.",
      at: word.offset)
    return nil
  }

  private mutating func mayBeNull(_ type: TypeSyntax, _ annotations: Annotations) -> Bool {
    if let nonnull = annotations["nonnull"] {
      if annotations.contains("nullable") || type.isOptional {
        diagnostics.report(
          .invalidAnnotation, "the field is '%nonnull', but may be null",
          mend: "Remove '%nonnull', or what makes it nullable.", at: nonnull.offset)
      }
      return false
    }
    if annotations.contains("nullable") || type.isOptional {
      if let identity = annotations["id"] {
        diagnostics.report(
          .invalidAnnotation, "the identity of a type cannot be null",
          mend: "Remove '%id', or what makes the field nullable.", at: identity.offset)
      }
      return true
    }
    return isPointer(type) && !assumesNonnull && !annotations.contains("id")
      && !annotations.contains("optional")
  }

  /// Rejects `%optional`, which allows a document to omit the field, beside what contradicts it.
  private mutating func checkOptional(_ type: TypeSyntax, _ annotations: Annotations) {
    guard let optional = annotations["optional"] else { return }
    let (problem, mend): (String, String)
    if annotations.contains("id") {
      (problem, mend) = ("the identity of a type is never absent", "Remove '%optional' or '%id'.")
    } else if annotations.contains("default") {
      (problem, mend) = (
        "a field with a default may be absent anyway", "Remove '%optional' or '%default'."
      )
    } else if annotations.contains("nullable") || type.isOptional {
      (problem, mend) = (
        "a field that can be null may be absent anyway",
        "Remove '%optional', or what makes the field nullable."
      )
    } else {
      return
    }
    diagnostics.report(.invalidAnnotation, problem, mend: mend, at: optional.offset)
  }

  /// Whether the type is nullable by default in Objective-C.
  private func isPointer(_ type: TypeSyntax) -> Bool {
    type.isPointer || TypeSpelling.entry(typeName(type))?.origin == .identity
  }

  private func typeName(_ type: TypeSyntax) -> String {
    if case .name(let name, _) = type.form { name } else { "" }
  }

  /// The protocols in `Foo<Bar>` have no meaning for the generated code, but plugins may use them.
  private func conformances(_ protocols: [TypeSyntax]) -> [Annotation] {
    protocols.map {
      Annotation(
        name: "protocol", values: [.init(key: "name", value: typeName($0))],
        location: diagnostics.location($0.offset))
    }
  }
}

extension RemodelLowering {
  /// `%codingKey` is a single key verbatim, `%key` a path of keys.
  mutating func readKeyPath(_ annotations: Annotations) -> [String]? {
    let literal = annotations["codingKey"]?.value("name")
    let path = annotations["key"]?.value("name")
    if literal != nil, let annotation = annotations["key"] {
      diagnostics.report(
        .invalidAnnotation, "'%key' and '%codingKey' say the same thing",
        mend: "Remove one of the two.", at: annotation.offset)
    }
    return literal.flatMap { key($0) } ?? path.flatMap { self.path($0) }
  }

  private mutating func legacyKeyPaths(_ annotations: Annotations) -> [[String]] {
    let literal = annotations.all("codingLegacyKey").compactMap { $0.value("name") }
      .compactMap { key($0) }
    let paths = annotations.all("legacyKey").compactMap { $0.value("name") }
      .compactMap { path($0) }
    return literal + paths
  }

  private mutating func key(_ word: Word) -> [String]? {
    guard !word.text.isEmpty else {
      diagnostics.report(
        .invalidCodingKey, "the key is empty", mend: "Write the key of the value in JSON.",
        at: word.offset)
      return nil
    }
    return [word.text]
  }

  /// Keys separated by dots; a backslash escapes a dot inside a key.
  mutating func path(_ word: Word) -> [String]? {
    if let path = DottedPath.parts(of: word.text) { return path }
    diagnostics.report(
      .invalidCodingKey, "'\(word.text.printable)' has an empty part", mend: DottedPath.mend,
      at: word.offset)
    return nil
  }
}
