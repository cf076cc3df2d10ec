import ModelGenerator
import ModelSchema

/// Decides which file each generated text goes into.
///
/// By default each type has its own file. If the command line names an output for a schema file
/// (`--as`), all types of that schema go there, because builds must know the names of all outputs
/// before a schema is read.
struct OutputLayout {
  private(set) var diagnostics: [Diagnostic] = []
  private var files: [OutputFile] = []
  /// The outputs named so far.
  private var paths: Set<String>
  /// The contents of the outputs named on the command line.
  private var parts: [String: [SwiftParts]] = [:]
  private let schemas: [String: SourceLocation]
  private let named: [String: String]
  private let pluginOutput: String?

  init(module: SchemaModule, found: [SchemaFinder.Found], pluginOutput: String? = nil) {
    self.pluginOutput = pluginOutput
    schemas = Dictionary(
      module.types.map { ($0.name, $0.location) }, uniquingKeysWith: { first, _ in first })
    named = Dictionary(
      found.compactMap { found in found.outputName.map { (found.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    paths = Set(named.values)
  }

  /// Adds the files of the generator; each is named after the type that it contains.
  mutating func add(_ generated: [GeneratedFile]) {
    for file in generated {
      let place = schemas[Path.stem(of: file.path)]
      guard !named.isEmpty, let place else {
        append(OutputFile(path: file.path, text: file.text))
        continue
      }
      guard let output = named[place.file] else {
        diagnostics.append(
          Diagnostic(
            .invalidReference, "the schema '\(place.file)' is used but has no output",
            mend: "Put it among the schemas of this target.", at: place))
        continue
      }
      parts[output, default: []].append(SwiftParts(file.text))
    }
  }

  /// Adds the output of a plugin.
  mutating func add(_ answer: [OutputFile], of runner: PluginRunner) {
    if let pluginOutput { return add(answer, of: runner, to: pluginOutput) }
    for file in answer where !append(file) {
      diagnostics.append(
        Diagnostic(
          .pluginFailed,
          "the plugin '\(runner.name)' wants to write '\(file.path)', which is already an output",
          mend: "Give the file of the plugin another name.",
          at: SourceLocation(file: runner.plugin.executable, line: 1, column: 1)))
    }
  }

  /// Adds a file; returns false if the name is already taken.
  @discardableResult
  private mutating func append(_ file: OutputFile) -> Bool {
    guard paths.insert(file.path).inserted else { return false }
    files.append(file)
    return true
  }

  private mutating func add(_ answer: [OutputFile], of runner: PluginRunner, to output: String) {
    parts[output, default: []] += answer.filter { OutputFile.isSwift($0.path) }
      .map { SwiftParts($0.text) }
    for file in answer where !OutputFile.isSwift(file.path) {
      diagnostics.append(
        Diagnostic(
          .pluginFinding, "'\(file.path)' of the plugin '\(runner.name)' is left out",
          mend: "With --plugins-as, as in builds, plugins add Swift files only.",
          at: SourceLocation(file: runner.plugin.executable, line: 1, column: 1),
          severity: .warning))
    }
  }

  /// All files, sorted.
  var finished: [OutputFile] {
    var all = files
    for (schema, output) in named {
      let schema = DiagnosticPrinter.printable(schema)
      all.append(joined(output, orElse: "from \(schema), which declares no type."))
    }
    if let pluginOutput { all.append(joined(pluginOutput, orElse: "without anything of plugins.")) }
    return all.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// A named output with all its contents; it exists even if there are none.
  private func joined(_ output: String, orElse reason: String) -> OutputFile {
    let empty = SwiftParts("\(OutputFile.marker) \(reason) Do not edit.\n")
    let texts = parts[output] ?? []
    return OutputFile(path: output, text: SwiftParts.joined(texts.isEmpty ? [empty] : texts))
  }
}
