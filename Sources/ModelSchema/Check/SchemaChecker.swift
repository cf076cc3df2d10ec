/// Checks the types of a run against each other, whichever front end they come from.
///
/// Problems with an obvious fix (a name that the generated code needs) are fixed, with a warning;
/// all others are rejected with the location and a suggestion.
package enum SchemaChecker {
  /// The sorted module and all diagnostics.
  ///
  /// If a diagnostic is an error, the module must not be passed to the generator.
  package static func check(_ types: [TypeDeclaration]) -> (SchemaModule, [Diagnostic]) {
    var check = ModuleCheck(types: types)
    check.sort()
    check.duplicates()
    check.names()
    check.resolveExternals()
    check.references()
    check.aliases()
    check.nesting()
    check.keys()
    check.defaults()
    check.cases()
    check.recursion()
    check.features()
    check.remoteMembers()
    check.referencedModels()
    check.merging()
    let diagnostics = check.diagnostics.sorted { left, right in
      (left.location.file, left.location.line, left.location.column, left.message)
        < (right.location.file, right.location.line, right.location.column, right.message)
    }
    return (SchemaModule(types: check.types), diagnostics)
  }
}

/// The state of one check.
struct ModuleCheck {
  var types: [TypeDeclaration]
  private(set) var diagnostics: [Diagnostic] = []

  init(types: [TypeDeclaration]) {
    self.types = types
  }

  /// The indexes of the types by name; for duplicate names, that of the first.
  var indexes: [String: Int] {
    Dictionary(types.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, mend: String? = nil, at location: SourceLocation,
    severity: Diagnostic.Severity = .error
  ) {
    diagnostics.append(
      Diagnostic(code, message, mend: mend, at: location, severity: severity))
  }

  /// Sorts by name, each nested type after the enclosing one.
  mutating func sort() {
    let keyed = types.enumerated().map {
      (parts: $1.name.split(separator: "."), place: $0, type: $1)
    }
    types = keyed.sorted { left, right in
      if left.parts == right.parts { return left.place < right.place }
      return left.parts.lexicographicallyPrecedes(right.parts) { $0 < $1 }
    }.map(\.type)
  }

  /// Rejects a second type with the same name; the first one stays.
  mutating func duplicates() {
    var first: [String: SourceLocation] = [:]
    var kept: [TypeDeclaration] = []
    for type in types {
      guard let other = first[type.name] else {
        first[type.name] = type.location
        kept.append(type)
        continue
      }
      report(
        .duplicateType,
        "'\(type.name)' is declared a second time; the first is at \(other.file):\(other.line)",
        mend: "Give one of the two another name.", at: type.location)
    }
    types = kept
  }
}
