/// Schemas that all apply to the same value: earlier ones are the base, later ones refine them.
struct SchemaLayers: Hashable {
  var nodes: [SchemaNode]
  /// Schemas whose `oneOf` and `anyOf` are ignored, because this is one of their forms.
  var masked: Set<SchemaNode.Key> = []
  /// The kinds of JSON value to consider; other forms cover the rest.
  var kinds: JSONKinds = .all

  init(_ nodes: [SchemaNode]) {
    self.nodes = []
    for node in nodes { append(node) }
  }

  init(_ node: SchemaNode) {
    nodes = [node]
  }

  /// Adds a refinement; an existing one has no effect.
  mutating func append(_ node: SchemaNode) {
    if !nodes.contains(node) { nodes.append(node) }
  }

  func appending(_ node: SchemaNode) -> SchemaLayers {
    var copy = self
    copy.append(node)
    return copy
  }

  func narrowed(to kinds: JSONKinds) -> SchemaLayers {
    var copy = self
    copy.kinds = kinds
    return copy
  }
}
