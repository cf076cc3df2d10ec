/// A schema inside a file of the run.
struct SchemaNode: Hashable {
  /// The index of the file in the library.
  let file: Int
  let value: LocatedJSON

  var key: Key { Key(file: file, offset: value.range.lowerBound) }

  /// The identity of a schema: no two begin at the same byte.
  struct Key: Hashable, Comparable {
    let file: Int
    let offset: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.file, left.offset) < (right.file, right.offset)
    }
  }

  static func == (left: SchemaNode, right: SchemaNode) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }

  /// The schema in a member.
  subscript(keyword: String) -> SchemaNode? {
    value[keyword].map { SchemaNode(file: file, value: $0) }
  }

  /// The schemas in an array that is a member.
  func list(_ keyword: String) -> [SchemaNode] {
    (value[keyword]?.elements ?? []).map { SchemaNode(file: file, value: $0) }
  }

  /// The schemas in an object that is a member, each with its key.
  func table(_ keyword: String) -> [(member: LocatedJSON.Member, node: SchemaNode)] {
    (value[keyword]?.members ?? []).map { ($0, SchemaNode(file: file, value: $0.value)) }
  }

  /// Whether this can be a schema at all.
  var isSchema: Bool {
    switch value.content {
    case .object, .boolean: true
    default: false
    }
  }
}
