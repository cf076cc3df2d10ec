/// The current batch: which nodes have something to tell when it ends.
@MainActor
enum PropertyGraph {
  private static var depth = 0
  private static var pending: [PropertyNode] = []

  static func enqueue(_ node: PropertyNode) {
    guard !node.isPending, node.isObserved else { return }
    node.isPending = true
    pending.append(node)
  }

  static func begin() {
    depth += 1
  }

  /// Ends a batch; the outermost one settles and tells, round by round, until nothing changes.
  ///
  /// During the flush the depth stays above zero, so that what observers set waits for the next
  /// round and the stack does not grow.
  static func end() {
    if depth == 1 {
      while !pending.isEmpty { flush() }
    }
    depth -= 1
  }

  /// One round: all derived values settle first, each after its sources, then observers hear.
  private static func flush() {
    let round = pending
    pending = []
    var changed: [PropertyNode] = []
    for node in round {
      node.isPending = false
      if node.settle() { changed.append(node) }
    }
    for node in changed { node.notify() }
  }
}

/// Runs `body` as one change of all the properties that it sets.
///
/// Derived properties are computed and observers told once, when the outermost batch ends; reading
/// a property inside gives its up-to-date value. When `body` throws, what it had set stays set and
/// is told.
@MainActor
public func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
  PropertyGraph.begin()
  defer { PropertyGraph.end() }
  return try body()
}
