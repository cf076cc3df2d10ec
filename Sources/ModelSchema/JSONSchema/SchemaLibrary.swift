/// The files of a run: the named ones and those that they reference.
final class SchemaLibrary {
  /// More files than any project has; a guard against endless references.
  private static let maximumFileCount = 20_000

  private(set) var files: [SchemaFile] = []
  let sink: DiagnosticSink
  private let options: JSONSchemaOptions
  private let load: (String) -> SourceFile?
  /// Files by their normalised paths; nil for unreadable ones.
  private var places: [String: Int?] = [:]
  /// Schemas by the absolute URIs of their `$id`.
  private var resources: [String: SchemaNode] = [:]
  /// The name of a referenced schema, if the reference suggests one.
  private(set) var referenceNames: [SchemaNode.Key: String] = [:]
  private var overlays: SchemaOverlays
  /// The places of members by key, for large objects.
  var memberIndexes: [SchemaNode.Key: [ExactText: Int]] = [:]
  /// The ends of the chains that schemas begin.
  var aliasEnds: [SchemaNode.Key: AliasEnd] = [:]

  init(options: JSONSchemaOptions, sink: DiagnosticSink, load: @escaping (String) -> SourceFile?) {
    self.options = options
    self.sink = sink
    self.load = load
    overlays = SchemaOverlays(options, sink: sink)
  }

  /// Reports overlays that have changed nothing; call it after all references are resolved.
  func reportUnusedOverlays() { overlays.reportUnused() }

  /// Reads a named file; returns its index, or nil if it cannot be used.
  func add(_ source: SourceFile) -> Int? {
    let path = PathText.normalized(source.path)
    if let known = places[path] { return known }
    overlays.note(path)
    let (root, diagnostics) = LocatedJSON.parse(
      source, options: .init(trailingCommas: .warning, duplicateKeys: .error))
    diagnostics.forEach(sink.add)
    guard let root else {
      places[path] = .some(nil)
      return nil
    }
    let changed = overlays.apply(to: root, path: path, load: load)
    let place = files.count
    let file = SchemaFile(source: source, path: path, root: changed, place: place)
    files.append(file)
    places[path] = place
    for (uri, node) in file.resources where resources[uri] == nil { resources[uri] = node }
    return place
  }

  func location(of node: SchemaNode) -> SourceLocation {
    location(of: node.value, in: node.file)
  }

  func location(of value: LocatedJSON, in file: Int) -> SourceLocation {
    files[file].source.location(at: value.range.lowerBound)
  }

  func location(ofKey member: LocatedJSON.Member, in file: Int) -> SourceLocation {
    files[file].source.location(at: member.keyRange.lowerBound)
  }

  // MARK: - References

  /// The schema that a `$ref` refers to; nil, with a diagnostic, if there is none.
  func resolve(_ reference: LocatedJSON, in file: Int) -> SchemaNode? {
    guard let text = reference.string else { return nil }
    let uri = URIReference(text)
    guard let resource = resource(uri, text: text, reference: reference, in: file) else {
      return nil
    }
    guard let fragment = uri.fragment, !fragment.isEmpty else {
      noteName(of: resource, uri.path)
      return resource
    }
    let decoded = PathText.percentDecoded(fragment)
    let found =
      decoded.hasPrefix("/")
      ? pointer(decoded, from: resource) ?? pointer(decoded, from: files[resource.file].node)
      : files[resource.file].anchors[decoded]
    guard let found else {
      report(
        "'\(text.printable)' leads to nothing in \(files[resource.file].source.path)",
        mend: decoded.hasPrefix("/")
          ? "Write a JSON pointer to a schema, such as '#/$defs/Name'."
          : "Declare the anchor there, or write a JSON pointer: '#/…'.",
        at: reference, in: file)
      return nil
    }
    guard found.isSchema else {
      report(
        "'\(text.printable)' leads to \(found.value.kindName), not to a schema", mend: nil,
        at: reference, in: file)
      return nil
    }
    if referenceNames[found.key] == nil {
      referenceNames[found.key] = Self.name(ofFragment: decoded)
    }
    return found
  }

  /// Names an embedded schema after the last part of its `$id`.
  private func noteName(of resource: SchemaNode, _ path: String) {
    guard resource != files[resource.file].node, referenceNames[resource.key] == nil,
      let last = path.split(separator: "/").last
    else { return }
    referenceNames[resource.key] = String(last.prefix { $0 != "." })
  }

  private func report(_ message: String, mend: String?, at value: LocatedJSON, in file: Int) {
    sink.add(
      Diagnostic(
        .invalidReference, message, mend: mend, at: location(of: value, in: file)))
  }

  /// The last part of a fragment that is a name and not a keyword.
  private static func name(ofFragment fragment: String) -> String? {
    let keywords: Set<Substring> = [
      "properties", "items", "additionalProperties", "$defs", "definitions", "allOf", "anyOf",
      "oneOf", "patternProperties", "schema",
    ]
    return fragment.split(separator: "/")
      .last { !keywords.contains($0) && Int($0) == nil }.map(JSONPointer.unescaped)
  }

  private func pointer(_ pointer: String, from start: SchemaNode) -> SchemaNode? {
    var value = start.value
    for token in JSONPointer.tokens(pointer) ?? [] {
      switch value.content {
      case .object:
        let node = SchemaNode(file: start.file, value: value)
        guard let next = member(token, of: node) else { return nil }
        value = next
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return SchemaNode(file: start.file, value: value)
  }

  private func resource(
    _ uri: URIReference, text: String, reference: LocatedJSON, in file: Int
  ) -> SchemaNode? {
    let enclosing = files[file].enclosing(reference.range.lowerBound)
    if uri.scheme == nil, uri.authority == nil, uri.path.isEmpty { return enclosing.node }
    let absolute = uri.resolved(against: URIReference(enclosing.base))
    if let known = resources[absolute] { return known }
    let isAbsolute = uri.scheme != nil || uri.authority != nil
    let sibling = Self.sibling(absolute, of: enclosing.base)
    if isAbsolute, sibling == nil {
      report(
        "'\(text.printable)' is the $id of no schema of this run",
        mend: "Add the schema's file to the run; nothing is fetched from the network.",
        at: reference, in: file)
      return nil
    }
    let target = isAbsolute ? sibling ?? "" : PathText.percentDecoded(uri.path)
    return resource(atPath: target, text: text, reference: reference, in: file)
  }

  /// The local name of a file that is in the same folder as another one on a server: it is in the
  /// same folder here too.
  private static func sibling(_ uri: String, of base: String) -> String? {
    let folder = PathText.folder(of: base)
    guard !folder.isEmpty, uri.hasPrefix(folder) else { return nil }
    return PathText.percentDecoded(String(uri.dropFirst(folder.count)))
  }

  private func resource(
    atPath target: String, text: String, reference: LocatedJSON, in file: Int
  ) -> SchemaNode? {
    let folder = PathText.folder(of: files[file].path)
    let path = PathText.normalized(target.hasPrefix("/") ? target : folder + target)
    // Plank looks only at the last part of the path; servers omit the extension.
    let last = folder + target.split(separator: "/").suffix(1).joined()
    for path in [path, path + ".json"] + (files[file].isPlank ? [last] : []) {
      if let place = place(path) { return files[place].node }
      if let known = places[path], known == nil { return nil }  // Its errors have been reported.
    }
    let isOutside = !isReachable(path)
    report(
      isOutside
        ? "'\(text.printable)' leads out of the folders of this run"
        : "there is no file '\(path.printable)'",
      mend: isOutside
        ? "Name that folder or file on the command line too." : "Correct the path.",
      at: reference, in: file)
    return nil
  }

  private func isReachable(_ path: String) -> Bool {
    options.folders.contains { PathText.lies(path, in: $0) }
  }

  /// The index of a file, which is loaded if that is allowed.
  private func place(_ path: String) -> Int? {
    if let known = places[path] { return known }
    guard isReachable(path), files.count < Self.maximumFileCount, let source = load(path) else {
      return nil
    }
    return add(SourceFile(path: path, bytes: source.bytes))
  }
}
