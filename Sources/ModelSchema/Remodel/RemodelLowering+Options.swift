extension RemodelLowering {
  /// Applies the annotations for reading and storing a field.
  mutating func apply(_ annotations: Annotations, to field: inout Field) {
    applyIdentity(annotations, to: &field)
    applyIndex(annotations, to: &field)
    applyTransformer(annotations, to: &field)
    applyLazy(annotations, to: &field)
    applyLenient(annotations, to: &field)
    applyMerge(annotations, to: &field)
    applyRemote(annotations, to: &field)
  }

  private mutating func applyMerge(_ annotations: Annotations, to field: inout Field) {
    guard let word = annotations["merge"]?.value("value") else { return }
    field.mergesDeeply = word.text == "deep"
    guard !field.mergesDeeply else { return }
    diagnostics.report(
      .invalidAnnotation, "'\(word.text.printable)' is no way to merge a field",
      mend: "Write 'deep', or remove '%merge'.", at: word.offset)
  }

  private mutating func applyIdentity(_ annotations: Annotations, to field: inout Field) {
    guard let annotation = annotations["id"] else { return }
    switch field.type {
    case .string, .identifier, .integer, .named, .external: field.isIdentifier = true
    default:
      diagnostics.report(
        .invalidAnnotation, "'\(field.name)' cannot be the identity of its type",
        mend: "Use a string, a whole number or an identifier.", at: annotation.offset)
    }
    if annotations.contains("default") {
      diagnostics.report(
        .invalidAnnotation, "the identity of a type cannot have a default",
        mend: "Remove '%default' or '%id'.", at: annotation.offset)
    }
  }

  private mutating func applyIndex(_ annotations: Annotations, to field: inout Field) {
    guard let annotation = annotations["index"] else { return }
    switch field.type {
    case .boolean, .integer, .floatingPoint, .string, .date, .url, .identifier, .named, .external:
      field.isIndexed = true
    default:
      diagnostics.report(
        .invalidAnnotation, "'\(field.name)' cannot be a column that is searched",
        mend: "Remove '%index': it is for strings, numbers, dates and similar types.",
        at: annotation.offset)
    }
  }

  private mutating func applyTransformer(_ annotations: Annotations, to field: inout Field) {
    guard let word = annotations["transformer"]?.value("name"),
      acceptsName(word, what: "a transformer")
    else { return }
    if case .date = field.type {
      field.type = .date(transformer: word.text)
    } else {
      field.transformer = word.text
    }
  }

  /// A lazy string has its own type; all other lazy values are wrapped.
  private mutating func applyLazy(_ annotations: Annotations, to field: inout Field) {
    guard let annotation = annotations["lazy"] else { return }
    if field.isIdentifier || field.transformer != nil {
      diagnostics.report(
        .invalidAnnotation, "'\(field.name)' is needed as soon as it is read",
        mend: "Remove '%lazy'.", at: annotation.offset)
      return
    }
    switch field.type {
    case .string, .lazyString: field.type = .lazyString
    case .array, .set, .orderedSet, .map, .named, .external: field.isLazy = true
    default:
      diagnostics.report(
        .invalidAnnotation, "'\(field.name)' is not worth reading late",
        mend: "Remove '%lazy': it is for strings, collections and your own types.",
        at: annotation.offset)
    }
  }

  private mutating func applyLenient(_ annotations: Annotations, to field: inout Field) {
    guard let annotation = annotations["lenient"] else { return }
    field.policy = .lenient
    switch field.type {
    case .array, .set, .orderedSet, .map: return
    default: break
    }
    if field.isRequired {
      diagnostics.report(
        .noEffect, "'%lenient' has no effect: nothing can stand in for '\(field.name)'",
        mend: "Make the field nullable, or give it a '%default'.", at: annotation.offset,
        severity: .warning)
    }
  }

  /// A default as a value of the field's type; nil, with a diagnostic, if it is invalid.
  mutating func readDefault(
    _ annotation: AnnotationSyntax, for type: TypeReference
  ) -> Field.Default? {
    guard let word = annotation.value("value") else { return nil }
    switch type {
    case .boolean: return booleanDefault(word)
    case .integer(let bits, let isSigned):
      return integerDefault(word, integerRange(bits: bits, isSigned: isSigned))
    case .floatingPoint:
      guard let value = Double(word.text), value.isFinite else {
        return refuseDefault(word, "a number", mend: "Write a number, such as 0.5.")
      }
      return .number(value)
    case .url:
      guard URIReference.isURL(word.text) else {
        return refuseDefault(word, "an address", mend: "Write it like https://example.org/.")
      }
      return .string(word.text)
    case .string, .lazyString, .identifier: return .string(word.text)
    case .array, .set, .orderedSet, .map:
      guard ["[]", "[:]"].contains(word.text) else {
        return refuseDefault(word, "an empty collection", mend: "Write '[]'.")
      }
      return .emptyCollection
    case .named, .external(_, module: nil): return enumDefault(word)
    case .date, .data, .json, .jsonObject, .external, .optional, .reference, .opaque:
      diagnostics.report(
        .invalidDefault, "a field of this type cannot have a default",
        mend: "Make the field nullable instead.", at: annotation.offset)
      return nil
    }
  }

  private mutating func booleanDefault(_ word: Word) -> Field.Default? {
    switch word.text {
    case "true", "YES": .boolean(true)
    case "false", "NO": .boolean(false)
    default: refuseDefault(word, "a boolean", mend: "Write 'true' or 'false'.")
    }
  }

  private mutating func integerDefault(
    _ word: Word, _ range: ClosedRange<Int128>
  ) -> Field.Default? {
    guard let value = Int128(word.text) else {
      return refuseDefault(word, "a whole number", mend: "Write digits.")
    }
    guard range.contains(value) else {
      return refuseDefault(
        word, "in the range of the type",
        mend: "Write a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return .integer(value)
  }

  private mutating func enumDefault(_ word: Word) -> Field.Default? {
    let text = word.text.hasPrefix(".") ? String(word.text.dropFirst()) : word.text
    guard SwiftName.isIdentifier(text) else {
      return refuseDefault(word, "the name of a case", mend: "Write the name of a case.")
    }
    return .enumCase(text)
  }

  private mutating func refuseDefault(
    _ word: Word, _ what: String, mend: String
  ) -> Field.Default? {
    diagnostics.report(
      .invalidDefault, "'\(word.text.printable)' is not \(what)", mend: mend, at: word.offset)
    return nil
  }
}
