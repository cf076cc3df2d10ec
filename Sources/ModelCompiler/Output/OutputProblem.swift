import ModelSchema

/// Why an output cannot be written.
struct OutputProblem: Error, Hashable {
  let path: String
  let message: String
  let mend: String

  var diagnostic: Diagnostic {
    Diagnostic(
      .unwritableFile, message, mend: mend,
      at: SourceLocation(file: path, line: 1, column: 1))
  }
}
