import ModelSchema

/// The schemas of a command line, parsed and checked against each other.
struct CompiledSchemas {
  let found: [SchemaFinder.Found]
  let module: SchemaModule
  let diagnostics: [Diagnostic]
  let sources: SourceStore

  init(options: CompileOptions) {
    let names = FileNames(root: options.root)
    var finder = SchemaFinder(names: names, overlays: options.overlays)
    finder.find(options.inputs)
    found = finder.found
    sources = SourceStore(names: names)
    let frontEnds = FrontEnds(options: options, names: names, sources: sources)
    let (module, findings) = frontEnds.module(of: found)
    self.module = module
    diagnostics = finder.diagnostics + findings
  }

  var hasErrors: Bool { diagnostics.hasErrors }
}

extension [Diagnostic] {
  var hasErrors: Bool { contains { $0.severity == .error } }
}
