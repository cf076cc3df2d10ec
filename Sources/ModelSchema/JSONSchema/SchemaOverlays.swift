/// The overlays of a run: those named by the options, and those beside schemas.
struct SchemaOverlays {
  private let named: [SchemaOverlay]
  private let namedPaths: Set<String>
  /// The files of the run.
  private var files: Set<String> = []
  private let plugins: Set<String>
  private let sink: DiagnosticSink

  init(_ options: JSONSchemaOptions, sink: DiagnosticSink) {
    self.sink = sink
    plugins = options.plugins
    named = options.overlays.map { SchemaOverlay($0, owner: nil, plugins: options.plugins) }
    namedPaths = Set(options.overlays.map { PathText.normalized($0.path) })
    for overlay in named { overlay.diagnostics.forEach(sink.add) }
  }

  /// A file with all changes to it applied.
  mutating func apply(
    to root: LocatedJSON, path: String, load: (String) -> SourceFile?
  ) -> LocatedJSON {
    var root = root
    let beside = SchemaOverlay.path(beside: path)
    if !namedPaths.contains(beside), beside != path, let source = load(beside) {
      let overlay = SchemaOverlay(
        SourceFile(path: beside, bytes: source.bytes), owner: path, plugins: plugins)
      overlay.diagnostics.forEach(sink.add)
      apply(overlay, to: &root, path: path)
    }
    for overlay in named { apply(overlay, to: &root, path: path) }
    return root
  }

  /// Records a file of the run, even if it cannot be read.
  mutating func note(_ path: String) { files.insert(path) }

  /// Reports addresses in files that are not in the run.
  func reportUnused() {
    for overlay in named {
      for change in overlay.changes where !files.contains(change.path) {
        report(
          "'\(change.path.printable)' is no schema of this run",
          mend: "Correct the path, which is relative to the overlay, or name that file too.",
          at: change, in: overlay)
      }
    }
  }

  private func apply(_ overlay: SchemaOverlay, to root: inout LocatedJSON, path: String) {
    for change in overlay.changes where change.path == path {
      var edit = SchemaEdit(keywords: change.keywords)
      if let changed = edit.apply(to: root, at: change.tokens[...]) {
        root = changed
      } else {
        report(
          "'\(change.address.key.printable)' \(edit.problem) in \(path.printable)",
          mend: edit.mend ?? "Correct the address.", at: change, in: overlay)
      }
    }
  }

  private func report(
    _ message: String, mend: String, at change: SchemaOverlay.Change, in overlay: SchemaOverlay
  ) {
    let location = overlay.source.location(at: change.address.keyRange.lowerBound)
    sink.add(Diagnostic(.invalidOverlay, message, mend: mend, at: location))
  }
}
