import ModelSchema

/// Rules as make reads them: each output, and all that it is made of.
struct MakeRules {
  let outputs: [String]
  let prerequisites: [String]

  /// Signs with a meaning for make that nothing takes away in all places of a rule.
  private static let refused = Set(":;=%\\|&!*?[]()~".unicodeScalars)

  /// A rule an output, and an empty one for each prerequisite: make goes on when one is gone.
  var text: String {
    let made = prerequisites.map { " " + Self.escaped($0) }.joined()
    let rules = outputs.map { Self.escaped($0) + ":" + made + "\n" }
    let empty = prerequisites.filter { !outputs.contains($0) }.map { Self.escaped($0) + ":\n" }
    return (rules + empty).joined()
  }

  /// The names that make would take for something else.
  var diagnostics: [Diagnostic] {
    (outputs + prerequisites).filter { !Self.isWritable($0) }.map { path in
      Diagnostic(
        .unwritableFile, "'\(path)' cannot stand in a rule of make",
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
