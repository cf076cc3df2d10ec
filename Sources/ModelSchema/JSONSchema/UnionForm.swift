/// One of the forms of a value in `oneOf`, `anyOf` or a list of types.
struct UnionForm {
  var layers: SchemaLayers
  var shape: SchemaShape
  /// Excludes null.
  var kinds: JSONKinds
  /// The schema in the list.
  var node: SchemaNode
}

/// How forms that are objects are distinguished.
indirect enum UnionPlan {
  struct Entry {
    var tags: [String]
    var forms: [UnionForm]
    /// How the forms of this entry are distinguished, if there are several.
    var inner: UnionPlan?
  }

  /// By a string at a path.
  case string(path: [String], [Entry])
  /// By the only key.
  case singleKey([Entry])
}
