extension SchemaCompiler {
  /// Notes that keywords beginning with `x-` have had their effect.
  func use(_ keywords: Set<String>, of shape: SchemaShape) {
    usedExtensions.formUnion(shape.extensionUses.filter { keywords.contains($0.keyword) })
  }

  /// Reports the keywords that stand where they mean nothing.
  func reportUnusedExtensions() {
    guard !isExhausted else { return }
    for (node, member) in lint.extensions where !hasEffect(member.key, on: node) {
      lint.report(
        .noEffect, "'\(member.key)' has no effect here",
        mend: Self.place(of: member.key), atKey: member, in: node.file, severity: .warning)
    }
  }

  private func hasEffect(_ keyword: String, on node: SchemaNode) -> Bool {
    switch keyword {
    case "x-enum-varnames": node.value["enum"] != nil || node.value["const"] != nil
    case "x-lenient", "x-includes", "x-excludes":
      isRoot(node) || usedExtensions.contains(.init(owner: node.key, keyword: keyword))
    default: usedExtensions.contains(.init(owner: node.key, keyword: keyword))
    }
  }

  /// At the root of a file these keywords apply to all of it.
  private func isRoot(_ node: SchemaNode) -> Bool { library.files[node.file].node == node }

  private static func place(of keyword: String) -> String {
    switch keyword {
    case "x-lenient":
      "Write it in a property that may be missing, in elements, or at the root of the file."
    case "x-storage": "Write it in an object with properties."
    case "x-includes", "x-excludes": "Write them in a schema that becomes a type."
    case "x-import": "Write it beside 'x-swift-type' or 'x-ref'."
    case "x-pattern-format": "Write it in the only pattern of an object without properties."
    case "x-enum-varnames": "Write it beside 'enum'."
    case "x-swift-type", "x-ref": "Write it where the type of a value is declared."
    default: "Write it in a property that is stored, beside its '$ref' if it has one."
    }
  }
}

extension Field {
  /// Whether nothing can stand in for a value of the wrong kind.
  var needsWholeValue: Bool {
    guard isRequired, defaultValue == nil else { return false }
    return switch type {
    case .array, .set, .orderedSet, .map: false
    default: true
    }
  }
}
