import ModelSchema

/// Checks the syntax of a JSON document and, given a schema, whether it is a value of a type.
struct DocumentCheck {
  let options: CheckOptions

  func run() -> Compilation.Outcome {
    let name = options.document == "-" ? "standard input" : options.document
    let file: SourceFile
    do {
      file = SourceFile(path: name, bytes: try read(name))
    } catch {
      let isTooLarge = error.reason == .tooLarge(maximum: SourceFile.maximumByteCount)
      let diagnostic = Diagnostic(
        isTooLarge ? .fileTooLarge : .unreadableFile,
        "'\(name)' cannot be read: \(error.explanation)",
        mend: isTooLarge ? nil : "Check the name and the permissions.",
        at: SourceLocation(file: name, line: 1, column: 1))
      return outcome([diagnostic], files: [:])
    }
    // The last of duplicate keys wins, as in the decoder.
    let (document, problems) = LocatedJSON.parse(file, options: .init(duplicateKeys: .warning))
    let located = DocumentPlaces.described(problems + byteOrderMark(of: file), in: file)
    guard let document, options.schema != nil, !located.hasErrors else {
      return outcome(located, files: [name: file])
    }
    return validate(document, of: file, after: located)
  }

  /// A byte order mark, which schemas may begin with, is not JSON (RFC 8259, section 8.1), and the
  /// decoder rejects it.
  private func byteOrderMark(of file: SourceFile) -> [Diagnostic] {
    guard file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return [] }
    return [
      Diagnostic(
        .syntax, "the document begins with a byte order mark", mend: "Save it without.",
        at: SourceLocation(file: file.path, line: 1, column: 1))
    ]
  }

  private func read(_ name: String) throws(FileError) -> [UInt8] {
    let maximum = SourceFile.maximumByteCount
    guard options.document == "-" else {
      return try FileSystem.read(name, maximumByteCount: maximum)
    }
    return try FileSystem.readToEnd(of: 0, path: name, maximumByteCount: maximum)
  }

  private func validate(
    _ document: LocatedJSON, of file: SourceFile, after earlier: [Diagnostic]
  ) -> Compilation.Outcome {
    var compileOptions = CompileOptions()
    compileOptions.inputs = options.schema.map { [CompileOptions.Input(path: $0)] } ?? []
    compileOptions.references = options.references
    compileOptions.overlays = options.overlays
    compileOptions.isLenient = options.isLenient
    compileOptions.transformers = options.transformers
    compileOptions.dateTransformer = options.dateTransformer
    let schemas = CompiledSchemas(options: compileOptions)
    let files = schemas.sources.files.merging([file.path: file]) { $1 }
    guard !schemas.hasErrors else { return outcome(schemas.diagnostics, files: files) }
    let names = schemas.module.types.map(\.name)
    let outer = names.filter { !$0.contains(".") }
    let type = options.type ?? (outer.count == 1 ? outer[0] : nil)
    guard let type,
      let issues = SchemaValidator(schemas.module).validate(document, as: type)
    else { return unknownType(names) }
    let findings = issues.map { issue in
      Diagnostic(
        .invalidDocument, "\(issue.path) (byte \(issue.offset)): \(issue.message)",
        at: file.location(at: issue.offset), severity: issue.severity)
    }
    // A warning about the schema may explain that something is not checked.
    return outcome(schemas.diagnostics + earlier + findings, files: files)
  }

  private func unknownType(_ names: [String]) -> Compilation.Outcome {
    let known = names.prefix(50).joined(separator: ", ")
    let message =
      options.type.map { "the schema has no type '\(DiagnosticPrinter.printable($0))'" }
      ?? "--type is needed: the schema has \(names.count) types, and not one that holds the others"
    return Compilation.Outcome(
      status: 2, output: "", errors: "modelc: error: \(message); there are: \(known)\n")
  }

  private func outcome(
    _ diagnostics: [Diagnostic], files: [String: SourceFile]
  ) -> Compilation.Outcome {
    let printer = DiagnosticPrinter(files: files) { $0 }
    return Compilation.Outcome(
      status: diagnostics.hasErrors ? 1 : 0, output: "", errors: printer.text(of: diagnostics))
  }
}
