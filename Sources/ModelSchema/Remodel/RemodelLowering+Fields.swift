extension RemodelLowering {
  /// A field of a type or of a case; nil, with a diagnostic, if it is invalid.
  mutating func lower(_ syntax: FieldSyntax, at place: KnownAnnotation.Places) -> Field? {
    let annotations = check(syntax.annotations, at: place)
    let typeSyntax = unwrapped(syntax.type)
    firstNamed = nil
    let type = resolve(typeSyntax, context(annotations))
    let typeLocation = firstNamed.map { diagnostics.location($0) }
    let name = memberName(syntax.name, what: "a field")
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
    var field = Field(
      name: name, keyPath: keyPath, legacyKeyPaths: legacy, type: type,
      isRequired: !isNullable && !annotations.contains("default"), isNullable: isNullable,
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
      isIdentifier: false, library: module(annotation.value("library")))
    return context
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
  }

  /// Whether the type is nullable by default in Objective-C.
  private func isPointer(_ type: TypeSyntax) -> Bool {
    type.isPointer || typeName(type) == "id"
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
    var parts: [[UInt8]] = [[]]
    var bytes = word.text.utf8.makeIterator()
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: "\\"): parts[parts.count - 1].append(bytes.next() ?? byte)
      case UInt8(ascii: "."): parts.append([])
      default: parts[parts.count - 1].append(byte)
      }
    }
    guard parts.allSatisfy({ !$0.isEmpty }) else {
      diagnostics.report(
        .invalidCodingKey, "'\(word.text.printable)' has an empty part",
        mend: "Write keys with one dot between them, and '\\.' for a dot inside a key.",
        at: word.offset)
      return nil
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }
}
