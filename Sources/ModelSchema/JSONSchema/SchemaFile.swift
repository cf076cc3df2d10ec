/// A file of the run and its referenceable parts.
struct SchemaFile {
  let source: SourceFile
  /// Normalised.
  let path: String
  let node: SchemaNode
  /// Whether it uses Plank's dialect: draft 4, and its `id` is the name of the file.
  let isPlank: Bool
  /// `$anchor` and its equivalents in older drafts.
  private(set) var anchors: [String: SchemaNode] = [:]
  /// Schemas by absolute URI: the file itself and the resources embedded in it.
  private(set) var resources: [(uri: String, node: SchemaNode)] = []
  /// Schemas with their own `$id`, outermost first.
  private var bases: [(base: String, node: SchemaNode)] = []

  init(source: SourceFile, path: String, root: LocatedJSON, place: Int) {
    self.source = source
    self.path = path
    node = SchemaNode(file: place, value: root)
    isPlank = Self.isPlank(root)
    collect(node, base: "", isRoot: true)
  }

  private static func isPlank(_ root: LocatedJSON) -> Bool {
    guard root["$id"] == nil, let id = root["id"]?.string else { return false }
    return URIReference(id).scheme == nil && !id.hasPrefix("#")
  }

  /// The innermost schema with an `$id` around an offset, or the whole file.
  func enclosing(_ offset: Int) -> (base: String, node: SchemaNode) {
    bases.last { $0.node.value.range.contains(offset) } ?? ("", node)
  }

  /// Members whose values are data, not schemas.
  private static let data: Set<String> = ["enum", "const", "default", "example", "examples"]

  private mutating func collect(_ node: SchemaNode, base: String, isRoot: Bool) {
    switch node.value.content {
    case .object(let members):
      let base = takeIdentifier(of: node, base: base, isRoot: isRoot)
      for keyword in ["$anchor", "$dynamicAnchor"] {
        if let name = node.value[keyword]?.string { anchors[name] = anchors[name] ?? node }
      }
      for member in members where !Self.data.contains(member.key) {
        collect(SchemaNode(file: node.file, value: member.value), base: base, isRoot: false)
      }
    case .array(let elements):
      for element in elements {
        collect(SchemaNode(file: node.file, value: element), base: base, isRoot: false)
      }
    default: break
    }
  }

  /// The base URI inside a schema.
  private mutating func takeIdentifier(
    of node: SchemaNode, base: String, isRoot: Bool
  ) -> String {
    guard let id = node.value["$id"]?.string ?? node.value["id"]?.string else { return base }
    if id.hasPrefix("#") {
      let name = String(id.dropFirst())
      anchors[name] = anchors[name] ?? node
      return base
    }
    let isDraft4 = node.value["$id"] == nil
    let reference = URIReference(id)
    guard reference.scheme != nil || !isDraft4 && !isRoot else { return base }
    let uri = reference.resolved(against: URIReference(base))
    resources.append((uri, node))
    bases.append((uri, node))
    return uri
  }
}
