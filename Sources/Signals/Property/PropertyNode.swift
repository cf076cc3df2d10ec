/// A place in the graph of properties, whatever its value's type.
@MainActor
class PropertyNode {
  /// Goes up with every change of the value.
  final var version: UInt64 = 1
  /// A source has changed since the value was computed.
  final var isDirty = false
  /// The node waits in the current batch to tell its observers.
  final var isPending = false
  private final var dependents: [WeakNode] = []
  private final var pruneAt = 4

  /// Computes the value when a source has changed.
  func refresh() {}

  /// Whether somebody would hear a change.
  var isObserved: Bool { false }

  /// Fixes the value that the observers are told in this round; false when there is nothing to tell.
  func settle() -> Bool { false }

  /// Tells the observers the settled value.
  func notify() {}

  final func addDependent(_ node: PropertyNode) {
    if dependents.count >= pruneAt {
      dependents.removeAll { $0.node == nil }
      pruneAt = max(4, dependents.count * 2)
    }
    dependents.append(WeakNode(node))
  }

  final func removeDependent(_ node: PropertyNode) {
    dependents.removeAll { $0.node == nil || $0.node === node }
  }

  /// Marks everything that depends on this node; a node that is dirty has dirty dependents already.
  final func markDependents() {
    guard !dependents.isEmpty else { return }
    var stack = dependents
    while let next = stack.popLast() {
      guard let node = next.node, !node.isDirty else { continue }
      node.isDirty = true
      PropertyGraph.enqueue(node)
      stack += node.dependents
    }
  }
}

/// A dependent that its source does not keep alive.
private struct WeakNode {
  weak var node: PropertyNode?

  init(_ node: PropertyNode) {
    self.node = node
  }
}
