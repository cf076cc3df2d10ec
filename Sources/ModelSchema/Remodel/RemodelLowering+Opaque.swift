extension RemodelLowering {
  /// `id<A, B>`: a value that is known only by its protocols.
  mutating func resolveProtocols(
    _ arguments: [TypeSyntax], of syntax: TypeSyntax, _ context: TypeContext
  ) -> TypeReference? {
    let names = arguments.compactMap { argument in
      if case .name(let name, nil) = argument.form { name } else { nil }
    }
    guard !arguments.isEmpty, isProtocol(arguments), names.allSatisfy(SwiftName.isIdentifier) else {
      refuse(
        syntax, "what stands in the angle brackets is not a protocol",
        mend: "Write the names of protocols, or the type of the value.")
      return nil
    }
    for name in names {
      if let library = lookups[name]?.library { modules.insert(library) }
    }
    return opaque(.conforming(to: names), of: syntax, context.imported?.library)
  }

  /// A type without JSON; `excludeCoding` decides what becomes of the place.
  mutating func opaque(
    _ type: OpaqueType, of syntax: TypeSyntax, _ library: String? = nil
  ) -> TypeReference {
    if let library { modules.insert(library) }
    let name = if case .name(let name, _) = syntax.form { name } else { "" }
    opaquePlaces.append(Word(text: name, offset: syntax.offset))
    return .opaque(type)
  }

  /// A type that no document can contain loses its coding, unless the author asked for it.
  ///
  /// In Remodel coding must be asked for, so its files hold such fields without saying more.
  mutating func excludeCoding(
    from kind: inout TypeDeclaration.Kind, _ features: inout FeatureSelection, of name: Word
  ) {
    guard let first = opaquePlaces.first, features.features.contains(.coding) else { return }
    let mend =
      "Write 'excludes(coding)' after the type's name, or '%transformer name=…' above the field."
    guard !features.wantsCoding else {
      for place in opaquePlaces {
        diagnostics.report(
          .unsupportedType, "JSON has no '\(place.text)', and '\(name.text)' has coding",
          mend: mend, at: place.offset)
      }
      return
    }
    diagnostics.report(
      .unsupportedType, "JSON has no '\(first.text)': '\(name.text)' is generated without coding",
      mend: mend, at: first.offset, severity: .warning)
    features.removeCoding()
    if case .union(var union) = kind {
      union.keepsUnknown = false
      kind = .union(union)
    }
  }

  /// Says what a C structure needs in JSON; a `%type` or a `%transformer` says that it is there.
  mutating func askForCodingOfStructures() {
    for place in structurePlaces {
      let library = TypeSpelling.structures[place.text] ?? ""
      diagnostics.report(
        .unsupportedType,
        "JSON has no '\(place.text)': your Swift code needs 'extension \(place.text): JSONCodable'",
        mend:
          "Write it, and '%type name=\(place.text) library=\(library)' above the type; or write "
          + "'%transformer name=…' above the field, or 'excludes(coding)'.",
        at: place.offset, severity: .warning)
    }
  }
}
