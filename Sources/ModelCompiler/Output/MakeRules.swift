import ModelSchema

/// Make rules: each output and its prerequisites.
struct MakeRules {
  let outputs: [String]
  let prerequisites: [String]

  /// Characters with a meaning for make that cannot be escaped everywhere in a rule.
  private static let refused = Set(":;=%\\|&!*?[]()~".unicodeScalars)

  /// One rule per output, and an empty one for each prerequisite, so that make continues if one is
  /// deleted.
  var text: String {
    let made = prerequisites.map { " " + Self.escaped($0) }.joined()
    let rules = outputs.map { Self.escaped($0) + ":" + made + "\n" }
    let empty = prerequisites.filter { !outputs.contains($0) }.map { Self.escaped($0) + ":\n" }
    return (rules + empty).joined()
  }

  /// Errors for names that make would misinterpret.
  var diagnostics: [Diagnostic] {
    (outputs + prerequisites).filter { !Self.isWritable($0) }.map { path in
      Diagnostic(
        .unwritableFile, "'\(path)' cannot be used in a make rule",
        mend: "Choose a name without control characters and without any of :;=%\\|&!*?[]()~",
        at: SourceLocation(file: path, line: 1, column: 1))
    }
  }

  private static func isWritable(_ path: String) -> Bool {
    path.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && !refused.contains(scalar)
    }
  }

  private static func escaped(_ path: String) -> String {
    path.replacing(" ", with: "\\ ").replacing("#", with: "\\#").replacing("$", with: "$$")
  }
}
