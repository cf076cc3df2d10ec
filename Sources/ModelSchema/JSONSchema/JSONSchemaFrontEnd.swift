/// Makes types of JSON Schema files: Plank's dialect and the drafts from 4 to 2020-12.
package enum JSONSchemaFrontEnd {
  /// Compiles files against each other.
  ///
  /// Every named file becomes a type, and so does what they refer to. Diagnostics come in the order
  /// of their places; with an error among them the types are not fit for use. The order of the files
  /// has no influence.
  ///
  /// - Parameter load: Reads a file that a `$ref` names, by its path from where the paths of the named
  ///   files begin; nil when there is none. It is asked only for paths inside the folders of the
  ///   options.
  package static func parse(
    _ files: [SourceFile], options: JSONSchemaOptions = JSONSchemaOptions(),
    load: (String) -> SourceFile? = { _ in nil }
  ) -> (types: [TypeDeclaration], diagnostics: [Diagnostic]) {
    let sink = DiagnosticSink()
    let types = withoutActuallyEscaping(load) { load in
      let library = SchemaLibrary(options: options, sink: sink, load: load)
      let places = files.sorted { $0.path < $1.path }.compactMap(library.add)
      let compiler = SchemaCompiler(library: library, options: options)
      compiler.compile(files: places)
      return SchemaNames.separated(compiler.declarations)
    }
    return (types, sink.sorted)
  }
}
