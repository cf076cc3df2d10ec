/// Compiles JSON Schema files to types: Plank's dialect and drafts 4 to 2020-12.
package enum JSONSchemaFrontEnd {
  /// Compiles files together.
  ///
  /// Every named file becomes a type, and so does everything that the files refer to. Diagnostics
  /// are sorted by location; if one is an error, the types must not be used. The order of the files
  /// does not matter.
  ///
  /// - Parameter load: Reads a file that a `$ref` names, by its path relative to the same folder as
  ///   the paths of the named files; nil if there is none. It is called only for paths inside the
  ///   folders of the options, and for overlays beside a file.
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
      library.reportUnusedOverlays()
      return SchemaNames.separated(
        SchemaNames.prefixed(compiler.declarations, by: options.typePrefix))
    }
    return (types, sink.sorted)
  }
}
