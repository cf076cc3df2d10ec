import ModelGenerator
import ModelSchema

/// Decides which file each generated text goes into.
///
/// By default each type has a file of its own. Where the command line gives a schema file an output
/// of its own (`--as`), all types of that schema go there: builds must know the names of all outputs
/// before a schema is read.
struct OutputLayout {
  private(set) var diagnostics: [Diagnostic] = []
  private var files: [OutputFile] = []
  /// What goes into the outputs that were named.
  private var parts: [String: [SwiftParts]] = [:]
  private let schemas: [String: SourceLocation]
  private let named: [String: String]

  init(module: SchemaModule, found: [SchemaFinder.Found]) {
    schemas = Dictionary(
      module.types.map { ($0.name, $0.location) }, uniquingKeysWith: { first, _ in first })
    named = Dictionary(
      found.compactMap { found in found.outputName.map { (found.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Adds the files of the generator: each is called like the type that it holds.
  mutating func add(_ generated: [GeneratedFile]) {
    for file in generated {
      let place = schemas[Path.stem(of: file.path)]
      guard !named.isEmpty, let place else {
        files.append(OutputFile(path: file.path, text: file.text, sources: []))
        continue
      }
      guard let output = named[place.file] else {
        diagnostics.append(
          Diagnostic(
            .invalidReference, "the schema '\(place.file)' is used and has no output of its own",
            mend: "Put it among the schemas of this target.", at: place))
        continue
      }
      parts[output, default: []].append(SwiftParts(file.text))
    }
  }

  /// Adds what a plugin answered; where outputs are named, its Swift files become one.
  mutating func add(_ answer: [OutputFile], of runner: PluginRunner) {
    guard named.isEmpty else { return addJoined(answer, of: runner) }
    for file in answer {
      guard !files.contains(where: { $0.path == file.path }) else {
        diagnostics.append(
          Diagnostic(
            .pluginFailed,
            "the plugin '\(runner.name)' wants to write '\(file.path)', which is another output",
            mend: "Give the file of the plugin another name.",
            at: SourceLocation(file: runner.plugin.executable, line: 1, column: 1)))
        continue
      }
      files.append(file)
    }
  }

  private mutating func addJoined(_ answer: [OutputFile], of runner: PluginRunner) {
    let swift = answer.filter { $0.path.hasSuffix(".swift") }
    for file in answer where !file.path.hasSuffix(".swift") {
      diagnostics.append(
        Diagnostic(
          .pluginFinding, "'\(file.path)' of the plugin '\(runner.name)' is left out",
          mend: "With --as, as in builds, plugins add Swift files only.",
          at: SourceLocation(file: runner.plugin.executable, line: 1, column: 1),
          severity: .warning))
    }
    let texts = swift.isEmpty ? [Self.empty(runner.name)] : swift.map { SwiftParts($0.text) }
    parts["\(runner.name).plugin.swift", default: []] += texts
  }

  /// All files, sorted; each depends on all sources, because types are checked against each other.
  func finished(sources: [String]) -> [OutputFile] {
    let expected = named.mapValues { _ in [SwiftParts]() }
    var all = files
    for (schema, output) in named where expected[schema] != nil {
      let texts = parts[output] ?? [Self.empty(schema)]
      all.append(OutputFile(path: output, text: SwiftParts.joined(texts), sources: []))
    }
    for (output, texts) in parts where !named.values.contains(output) {
      all.append(OutputFile(path: output, text: SwiftParts.joined(texts), sources: []))
    }
    return all.map { file in
      var file = file
      file.sources = sources
      return file
    }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// What stands in the output of a schema, or of a plugin, that declares no type of its own.
  private static func empty(_ schema: String) -> SwiftParts {
    let name = DiagnosticPrinter.printable(schema)
    return SwiftParts("\(OutputFile.marker) from \(name), which declares no type. Do not edit.\n")
  }
}
