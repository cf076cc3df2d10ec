/// The current batch: which nodes have something to tell when it ends.
@usableFromInline
final class PropertyGraph {
  @MainActor @usableFromInline static let shared = PropertyGraph()

  /// Up to this height a node refreshes its sources by recursion.
  @inlinable static var recursionLimit: Int { 128 }
  /// After so many rounds in one batch observers evidently change what they observe, for ever.
  private static var roundLimit: Int { 100_000 }

  @usableFromInline @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) private var pending = SlotList<PropertyNode>()
  @exclusivity(unchecked) private var round = SlotList<PropertyNode>()
  @exclusivity(unchecked) private var marking = SlotList<PropertyNode>()

  /// The nodes of properties that went during the batch.
  @exclusivity(unchecked) private var gone: [PropertyNode] = []
  @usableFromInline @exclusivity(unchecked) var hasGone = false

  private init() {}

  /// Whether a batch or a delivery is under way.
  @inlinable var isBusy: Bool {
    depth > 0
  }

  @inlinable
  func begin() {
    depth += 1
  }

  /// Ends a batch; the outermost one settles and tells, round by round, until nothing changes.
  ///
  /// During the flush the depth stays above zero, so that what observers set waits for the next
  /// round and the stack does not grow.
  @inlinable
  func end() {
    if depth == 1 { flush() }
    depth -= 1
    if depth == 0, hasGone { dropGone() }
  }

  /// The node has a new value: it and what depends on it have something to tell.
  @usableFromInline
  func changed(_ node: PropertyNode) {
    enqueue(node)
    guard node.dependents.count > 0 else { return }
    markDependents(of: node)
    while marking.count > 0, let next = marking[marking.count - 1] {
      marking.remove(at: marking.count - 1)
      next._withUnsafeGuaranteedRef { markDependents(of: $0) }
    }
  }

  /// A dependent that is dirty already has dirty dependents.
  private func markDependents(of node: PropertyNode) {
    for index in 0..<node.dependents.count {
      guard let slot = node.dependents[index] else { continue }
      slot._withUnsafeGuaranteedRef { dependent in
        guard !dependent.isDirty else { return }
        dependent.isDirty = true
        enqueue(dependent)
        if dependent.dependents.count > 0 { _ = marking.append(slot) }
      }
    }
  }

  @inline(__always)
  private func enqueue(_ node: PropertyNode) {
    guard !node.isPending, node.observers.count > 0 else { return }
    node.isPending = true
    _ = pending.append(.passUnretained(node))
  }

  /// Lets go of the node of a property that is gone, when the change under way has ended.
  ///
  /// It may be the one that is being told. Its observers hear nothing more after that.
  @usableFromInline
  func release(_ node: PropertyNode) {
    guard isBusy else { return }
    if node.isPending { pending.remove(node) }
    round.remove(node)
    // What waits already is not taken in again: the node's sources may still change in this batch.
    node.isPending = true
    gone.append(node)
    hasGone = true
  }

  @usableFromInline
  func dropGone() {
    hasGone = false
    let dropped = gone
    gone = []
    withExtendedLifetime(dropped) {}
  }

  /// Rounds until nothing is pending; in each, all derived values settle first, then observers hear.
  @usableFromInline
  func flush() {
    var rounds = 0
    while pending.count > 0 {
      rounds += 1
      precondition(
        rounds < Self.roundLimit, "properties come to rest: an observer sets what it observes")
      if pending.count == 1, let only = pending[0] {
        pending.removeAll()
        flushOne(only)
      } else {
        swap(&pending, &round)
        settleRound()
        tellRound()
        round.removeAll()
      }
    }
  }

  private func flushOne(_ only: Unmanaged<PropertyNode>) {
    only._withUnsafeGuaranteedRef { node in
      node.isPending = false
      node.flush(node)
    }
  }

  /// The slots are read anew each time: a node that goes meanwhile leaves an empty one.
  private func settleRound() {
    var index = 0
    while index < round.count {
      round[index]?._withUnsafeGuaranteedRef { node in
        node.isPending = false
        node.settle(node)
      }
      index += 1
    }
  }

  private func tellRound() {
    var index = 0
    while index < round.count {
      round[index]?._withUnsafeGuaranteedRef { $0.notify($0) }
      index += 1
    }
  }

  /// Brings a node up to date without recursion: its sources first, and theirs before them.
  ///
  /// Computing a node may show that another source has to be seen to before it.
  @usableFromInline
  func refreshDeep(_ node: PropertyNode) {
    var path = [node]
    while let top = path.last {
      let sources = top.isDirty ? top.dirtySources : []
      if sources.isEmpty {
        if top.isDirty { top.computeNow() }
        if !top.isDirty || top.dirtySources.isEmpty { path.removeLast() }
      } else {
        path += sources
      }
    }
  }
}

/// Runs `body` as one change of all the properties that it sets.
///
/// Derived properties are computed and observers told once, when the outermost batch ends; reading
/// a property inside gives its up-to-date value. When `body` throws, what it had set stays set and
/// is told. The body is synchronous and runs on the main actor; signals are not batched.
@MainActor
@inlinable
public func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
  let graph = PropertyGraph.shared
  graph.begin()
  defer { graph.end() }
  return try body()
}

extension SlotList<PropertyNode> {
  fileprivate mutating func remove(_ node: PropertyNode) {
    let address = Unmanaged.passUnretained(node).toOpaque()
    for index in 0..<count where self[index]?.toOpaque() == address { return remove(at: index) }
  }
}
