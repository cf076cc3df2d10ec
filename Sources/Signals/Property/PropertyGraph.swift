/// The current batch: the nodes that have changes to deliver when it ends.
@usableFromInline
final class PropertyGraph {
  @MainActor @usableFromInline static let shared = PropertyGraph()

  /// Up to this height, a node refreshes its sources by recursion.
  @inlinable static var recursionLimit: Int { 128 }
  /// After this many rounds in one batch, observers evidently change what they observe in an
  /// endless loop.
  private static var roundLimit: Int { 100_000 }

  @usableFromInline @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) private var pending = SlotList<PropertyNode>()
  @exclusivity(unchecked) private var round = SlotList<PropertyNode>()
  @exclusivity(unchecked) private var marking = SlotList<PropertyNode>()

  /// The nodes of properties that were released during the batch.
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

  /// Ends a batch; the outermost one settles and notifies, round by round, until nothing changes.
  ///
  /// The depth stays above zero during the flush, so values that observers set wait for the next
  /// round and the stack does not grow.
  @inlinable
  func end() {
    if depth == 1 { flush() }
    depth -= 1
    if depth == 0, hasGone { dropGone() }
  }

  /// The node has a new value: it and its dependents have changes to deliver.
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

  /// Releases the node of a released property when the current change has ended.
  ///
  /// The node may be the one that is notifying. Its observers receive nothing more afterwards.
  @usableFromInline
  func release(_ node: PropertyNode) {
    guard isBusy else { return }
    if node.isPending { pending.remove(node) }
    round.remove(node)
    // Marked as pending so that it is not queued again: its sources may still change in this batch.
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

  /// Runs rounds until nothing is pending; in each, all derived values settle, then observers are
  /// notified.
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

  /// Reads the slots again each time, because a node that is released meanwhile leaves an empty
  /// slot.
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
  /// Computing a node may reveal another source that must be refreshed first.
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
/// Derived properties are computed and observers notified once, when the outermost batch ends; a
/// read inside the batch returns the up-to-date value. If `body` throws, the values already set
/// stay set and are delivered. The body is synchronous and runs on the main actor; signals are not
/// batched.
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
