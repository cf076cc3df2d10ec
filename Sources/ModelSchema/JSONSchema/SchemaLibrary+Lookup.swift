extension SchemaLibrary {
  /// Objects with more members than this are indexed at the first search: in a file with 2,000
  /// definitions that refer to each other, searches from the front took 74 % of the time.
  private static let indexThreshold = 32

  /// The value of a member.
  func member(_ key: String, of node: SchemaNode) -> LocatedJSON? {
    guard let members = node.value.members, members.count > Self.indexThreshold else {
      return node.value[key]
    }
    let known = memberIndexes[node.key]
    let index = known ?? Self.index(of: members)
    if known == nil { memberIndexes[node.key] = index }
    return index[ExactText(key)].map { members[$0].value }
  }

  private static func index(of members: [LocatedJSON.Member]) -> [ExactText: Int] {
    Dictionary(
      members.enumerated().map { (ExactText($1.key), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A longer chain of schemas that only refer to the next is skipped as a whole.
  ///
  /// Shorter ones are followed link by link, so that types and errors name each of them. Real schemas
  /// have two or three; 4,000 took 21 seconds, because each was followed through all the others.
  private static let longestFollowedChain = 32

  /// The schema at the end of a long chain; the schema itself if there is no such chain.
  func behindAliases(_ start: SchemaNode) -> SchemaNode {
    var chain: [SchemaNode] = []
    var seen: Set<SchemaNode.Key> = []
    var node = start
    while aliasEnds[node.key] == nil, let reference = Self.onlyReference(of: node),
      let next = resolve(reference, in: node.file)
    {
      guard seen.insert(node.key).inserted else {
        // A cycle has no end, and is reported where it is followed.
        for one in chain { aliasEnds[one.key] = AliasEnd(node: one, distance: 0) }
        return start
      }
      chain.append(node)
      node = next
    }
    var end = aliasEnds[node.key] ?? AliasEnd(node: node, distance: 0)
    for one in chain.reversed() {
      end.distance += 1
      aliasEnds[one.key] = end
    }
    return end.distance > Self.longestFollowedChain ? end.node : start
  }

  /// The reference of a schema with no other keyword than names and texts.
  private static func onlyReference(of node: SchemaNode) -> LocatedJSON? {
    let texts = ["$ref", "title", "description", "$comment"]
    let members = node.value.members ?? []
    guard members.allSatisfy({ texts.contains($0.key) && $0.value.string != nil }) else {
      return nil
    }
    return node.value["$ref"]
  }
}

/// The end of a chain of schemas that only refer to the next.
struct AliasEnd {
  let node: SchemaNode
  var distance: Int
}
