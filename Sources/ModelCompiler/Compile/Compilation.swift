import ModelGenerator
import ModelSchema

/// One run of the compiler: from schema names to written files.
struct Compilation {
  let options: CompileOptions
  private let schemas: CompiledSchemas
  private var diagnostics: [Diagnostic]

  /// The result of a run.
  struct Outcome: Hashable {
    var status: Int32
    var output: String
    var errors: String
  }

  init(options: CompileOptions) {
    self.options = options
    schemas = CompiledSchemas(options: options)
    diagnostics = schemas.diagnostics
  }

  /// Runs the compiler; files are written only if there is no error at all.
  mutating func run() -> Outcome {
    guard !diagnostics.hasErrors else { return outcome("") }
    if options.emission == .ir { return outcome(IRDocument.tree(of: schemas.module).text) }
    let files = outputs()
    guard !diagnostics.hasErrors else { return outcome("") }
    if options.emission == .deps { return deliverRules(for: files) }
    return deliver(files)
  }

  /// All generated files, including those of the plugins.
  private mutating func outputs() -> [OutputFile] {
    var layout = OutputLayout(
      module: schemas.module, found: schemas.found, pluginOutput: options.pluginOutputName)
    layout.add(
      SwiftGenerator.generate(
        schemas.module, access: options.access, indentation: options.indentation))
    for plugin in options.plugins {
      let runner = PluginRunner(
        plugin: plugin, access: options.access.rawValue, timeLimit: options.pluginTimeLimit)
      let result = runner.run(on: schemas.module)
      diagnostics += result.diagnostics
      layout.add(result.files, of: runner)
    }
    diagnostics += layout.diagnostics
    return layout.finished
  }

  /// Writes the files, or reports what would be written.
  private mutating func deliver(_ files: [OutputFile]) -> Outcome {
    guard let folder = options.output else {
      return outcome(files.map(\.text).joined(separator: "\n"))
    }
    let writer = OutputWriter(folder: FileSystem.normalized(folder))
    let result = writer.changes(for: files, removingStale: removesStale)
    diagnostics += result.diagnostics
    guard !diagnostics.hasErrors else { return outcome("") }
    if options.isDryRun { return outcome(result.changes.report(folder: folder)) }
    do {
      try writer.apply(result.changes)
    } catch {
      diagnostics.append(error.diagnostic)
    }
    return outcome("")
  }

  /// A folder is compiled as a whole; if single files are named, other schemas may write to the
  /// same output.
  private var removesStale: Bool {
    options.removesStale
      || options.inputs.contains { (try? FileSystem.kind(of: $0.path)) == .folder }
  }

  /// Reports the dependencies of the files.
  ///
  /// Each output depends on every input, because types are checked against each other.
  private mutating func deliverRules(for files: [OutputFile]) -> Outcome {
    let folder = options.output.map(FileSystem.normalized) ?? "."
    let sources = schemas.sources.files.keys.map(schemas.sources.path).sorted()
    let tools = options.optionFiles + options.plugins.map(\.executable)
    var seen: Set<String> = []
    let rules = MakeRules(
      outputs: files.map { Path.joined(folder, $0.path) },
      prerequisites: (sources + tools.map(FileSystem.normalized)).filter {
        seen.insert($0).inserted
      })
    diagnostics += rules.diagnostics
    return outcome(diagnostics.hasErrors ? "" : rules.text)
  }

  private func outcome(_ output: String) -> Outcome {
    let printer = DiagnosticPrinter(files: schemas.sources.files, displayPath: schemas.sources.path)
    let warnings = options.warnings.map {
      "modelc: warning: \(DiagnosticPrinter.printable($0))\n"
    }
    return Outcome(
      status: diagnostics.hasErrors ? 1 : 0, output: output,
      errors: warnings.joined() + printer.text(of: diagnostics))
  }
}
