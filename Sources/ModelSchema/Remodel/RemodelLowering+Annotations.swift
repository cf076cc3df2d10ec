/// The known annotations of one declaration, by name.
struct Annotations {
  private var known: [String: [AnnotationSyntax]] = [:]

  mutating func add(_ annotation: AnnotationSyntax) {
    known[annotation.name, default: []].append(annotation)
  }

  /// The annotation of that name, or the first one if it may be repeated.
  subscript(name: String) -> AnnotationSyntax? { known[name]?.first }

  func all(_ name: String) -> [AnnotationSyntax] { known[name] ?? [] }

  func contains(_ name: String) -> Bool { known[name] != nil }
}

extension RemodelLowering {
  /// Collects the known annotations, and rejects misused ones.
  mutating func check(
    _ annotations: [AnnotationSyntax], at place: KnownAnnotation.Places
  ) -> Annotations {
    var result = Annotations()
    for annotation in annotations {
      guard let known = KnownAnnotation.table[annotation.name] else {
        warnOfSpelling(annotation)
        continue
      }
      guard !known.places.isDisjoint(with: place) else {
        diagnostics.report(
          .invalidAnnotation, "'%\(annotation.name)' has no meaning here",
          mend: "It belongs to \(known.placesText).", at: annotation.offset)
        continue
      }
      guard !result.contains(annotation.name) || known.isRepeatable else {
        diagnostics.report(
          .invalidAnnotation, "'%\(annotation.name)' is repeated here",
          mend: "Remove one of the two.", at: annotation.offset)
        continue
      }
      if checkKeys(of: annotation, known) { result.add(annotation) }
    }
    return result
  }

  private mutating func warnOfSpelling(_ annotation: AnnotationSyntax) {
    guard let near = NearestName.find(annotation.name, among: KnownAnnotation.table.keys) else {
      return
    }
    diagnostics.report(
      .invalidAnnotation, "'%\(annotation.name.printable)' is kept for plugins only",
      mend: "Did you mean '%\(near)'?", at: annotation.offset, severity: .warning)
  }

  private mutating func checkKeys(
    of annotation: AnnotationSyntax, _ known: KnownAnnotation
  ) -> Bool {
    for key in known.required where annotation.value(key) == nil {
      diagnostics.report(
        .invalidAnnotation, "'%\(annotation.name)' lacks '\(key)'",
        mend: "Write '%\(annotation.name) \(key)=…'.", at: annotation.offset)
      return false
    }
    let keys = known.required + known.optional
    for value in annotation.values where !keys.contains(value.key.text) {
      let mend =
        keys.isEmpty
        ? "It takes no values." : "Its keys are \(keys.map { "'\($0)'" }.joined(separator: ", "))."
      diagnostics.report(
        .invalidAnnotation,
        "'\(value.key.text.printable)' is not a key of '%\(annotation.name)'", mend: mend,
        at: value.key.offset)
    }
    return true
  }

  /// The `%type` annotations by type name.
  mutating func typeLookups(_ annotations: Annotations) -> [String: Lookup] {
    var lookups: [String: Lookup] = [:]
    for annotation in annotations.all("type") {
      guard let name = annotation.value("name"), acceptsName(name, what: "a type") else { continue }
      if TypeSpelling.isTaken(name.text) {
        diagnostics.report(
          .invalidAnnotation, "'\(name.text)' is the name of a built-in type",
          mend: "Remove the annotation.", at: name.offset)
        continue
      }
      let kind = typeKind(annotation)
      let library = module(annotation.value("library"))
      if lookups.updateValue(
        Lookup(kind: kind, library: library), forKey: name.text)
        != nil
      {
        diagnostics.report(
          .invalidAnnotation, "'\(name.text)' is described a second time",
          mend: "Remove one of the two.", at: annotation.offset)
      }
    }
    return lookups
  }

  private mutating func typeKind(_ annotation: AnnotationSyntax) -> Lookup.Kind {
    guard let word = annotation.value("kind") else { return .value }
    switch word.text {
    case "identifier": return .identifier
    case "opaque": return .opaque
    default:
      refuse(word, of: "type", choices: ["identifier", "opaque"])
      return .value
    }
  }

  /// The name of a module, which becomes part of the generated code.
  mutating func module(_ word: Word?) -> String? {
    guard let word, acceptsName(word, what: "a module", isDotted: false) else { return nil }
    return word.text
  }

  /// Whether a word is an identifier, or several joined by dots; otherwise it is reported.
  mutating func acceptsName(_ word: Word, what: String, isDotted: Bool = true) -> Bool {
    let parts = word.text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.allSatisfy({ SwiftName.isIdentifier(String($0)) }), isDotted || parts.count == 1 {
      return true
    }
    diagnostics.report(
      .invalidAnnotation, "'\(word.text.printable)' is not a valid name for \(what)",
      mend: "Use letters, digits and underscores.", at: word.offset)
    return false
  }
}
