import ModelSchema

/// The schemas of a command line, read and checked against each other.
struct CompiledSchemas {
  let found: [SchemaFinder.Found]
  let module: SchemaModule
  let diagnostics: [Diagnostic]
  let sources: SourceStore

  init(options: CompileOptions) {
    var finder = SchemaFinder(root: options.root)
    finder.find(options.inputs)
    found = finder.found
    sources = SourceStore(root: options.root)
    let frontEnds = FrontEnds(options: options, sources: sources)
    let (module, findings) = frontEnds.module(of: found)
    self.module = module
    diagnostics = finder.diagnostics + findings
  }

  var hasErrors: Bool { diagnostics.hasErrors }
}

extension [Diagnostic] {
  var hasErrors: Bool { contains { $0.severity == .error } }
}
