import ModelSchema

/// Reads each schema with its front end, and checks all types against each other.
struct FrontEnds {
  let options: CompileOptions
  let names: FileNames
  let sources: SourceStore

  func module(
    of found: [SchemaFinder.Found]
  ) -> (module: SchemaModule, diagnostics: [Diagnostic]) {
    let files = found.compactMap { sources.load($0.name) }
    let values = readValues(files.filter { RemodelFileKind(path: $0.path) != nil })
    let schemas = readSchemas(files.filter { RemodelFileKind(path: $0.path) == nil })
    var (types, unused) = TransformerConventions(options.transformers)
      .apply(to: values.types + schemas.types)
    if let transformer = options.dateTransformer {
      types = types.map { $0.readingDates(by: transformer) }
    }
    let (module, findings) = SchemaChecker.check(types)
    let diagnostics =
      values.diagnostics + schemas.diagnostics + sources.diagnostics + findings
      + unused.map(Self.warning)
    return (module, diagnostics)
  }

  private static func warning(ofUnused transformer: String) -> Diagnostic {
    Diagnostic(
      .noEffect, "no field is named like '\(transformer)'",
      mend: "Remove the --transformer, or name it after a field, or after its type and the field.",
      at: SourceLocation(file: "command line", line: 1, column: 1), severity: .warning)
  }

  private typealias Result = (types: [TypeDeclaration], diagnostics: [Diagnostic])

  private func readValues(_ files: [SourceFile]) -> Result {
    let plugins = Set(options.plugins.map(\.featureName))
    var search = RemodelConfigurationSearch(plugins: plugins, read: sources.loadIfPresent)
    let remodelOptions = RemodelOptions(
      includes: options.includes, excludes: options.excludes, plugins: plugins)
    var result: Result = ([], [])
    for file in files {
      let configuration = search.configuration(for: file.path)
      let parsed = RemodelFrontEnd.parse(
        file, configuration: configuration, options: remodelOptions)
      result.types += parsed.types
      result.diagnostics += parsed.diagnostics
    }
    result.diagnostics += search.diagnostics
    if options.isLenient { result.types = result.types.map(\.readingLeniently) }
    return result
  }

  private func readSchemas(_ files: [SourceFile]) -> Result {
    guard !files.isEmpty || !options.overlays.isEmpty else { return ([], []) }
    var schemaOptions = JSONSchemaOptions()
    schemaOptions.includes = options.includes
    schemaOptions.excludes = options.excludes
    schemaOptions.plugins = Set(options.plugins.map(\.featureName))
    schemaOptions.unionName = options.unionName
    schemaOptions.typePrefix = options.typePrefix
    schemaOptions.folders = reachableFolders
    schemaOptions.isLenient = options.isLenient
    schemaOptions.overlays = options.overlays.compactMap { sources.load(names.name(of: $0)) }
    for identifier in options.identifiers {
      schemaOptions.formats[identifier.key] = .identifier(identifier.value)
    }
    return JSONSchemaFrontEnd.parse(files, options: schemaOptions, load: sources.loadIfPresent)
  }

  /// The folders that references may reach: the root, the named folders, and those of the named
  /// files.
  ///
  /// In builds, which name the outputs, only the allowed folders are reachable: a build tracks its
  /// inputs and must know all of them.
  private var reachableFolders: [String] {
    let watchesInputs = options.inputs.contains { $0.outputName != nil }
    let named = options.inputs.map { input in
      let isFolder = (try? FileSystem.kind(of: input.path)) == .folder
      return isFolder ? input.path : Path.folder(of: input.path)
    }
    let open = watchesInputs ? [] : named + [options.root].compactMap(\.self)
    let folders = Set((open + options.references).map(names.name))
    return folders.map { $0 == "." ? "" : $0 }.sorted()
  }
}
