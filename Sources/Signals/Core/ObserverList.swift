public import Synchronization

/// The observers of one sender in subscription order, and the turn that guards them.
///
/// Only the holder of the turn accesses the list, except for the turn itself and weak references to
/// the list. An observer that is added or removed during a delivery waits until the delivery ends.
/// Slots of removed observers stay empty until half of the slots are empty, which makes removal
/// O(1) on average and keeps the order. The list does not depend on the value type, so adding and
/// removing are compiled once.
///
/// `@unchecked Sendable` is correct because of the turn.
@usableFromInline
class ObserverList: @unchecked Sendable {
  @usableFromInline final let turn = Turn()
  @usableFromInline @exclusivity(unchecked) final var nodes = SlotList<ObserverNode>()

  @usableFromInline
  init() {}

  deinit {
    // The subscriptions may outlive the list; an owner that knows no event will follow calls
    // `release`.
    if !nodes.isEmpty { DeferredRelease.empty(LeftNodes(takeAll())) }
    nodes.deallocate()
  }

  /// No sender is left: ends the subscriptions and releases what they hold.
  final func release() {
    if !nodes.isEmpty { DeferredRelease.empty(OrphanedNodes(takeAll())) }
  }

  /// Adds a node unless it was disposed of while it waited for the turn.
  @usableFromInline
  final func add(_ node: ObserverNode) {
    if !node.isDisposed { node.index = nodes.append(.passRetained(node)) }
  }

  final func remove(_ node: ObserverNode) {
    guard node.index >= 0 else { return }
    nodes.remove(at: node.index)
    node.index = -1
    if nodes.isSparse { nodes.compact { $0.index = $1 } }
    Unmanaged.passUnretained(node).release()
  }

  /// Empties the list and returns its nodes in order.
  final func takeAll() -> [ObserverNode] {
    let taken = (0..<nodes.count).compactMap { nodes[$0]?.takeRetainedValue() }
    nodes.removeAll()
    for node in taken { node.index = -1 }
    return taken
  }
}

/// One observer's place in a list.
@usableFromInline
class ObserverNode: SubscriptionEntry, @unchecked Sendable {
  @usableFromInline final let isRemoved = Atomic(false)
  /// The slot in the list, or -1; belongs to the list's turn.
  final var index = -1
  private final weak let list: ObserverList?
  /// The subscription of this observer; cleared when the list is released, since the two retain
  /// each other.
  @usableFromInline @exclusivity(unchecked) final var subscription: Subscription?
  /// The same subscription without reference counting; it is alive while the list holds this node.
  @usableFromInline final let guarded: Unmanaged<Subscription>

  @usableFromInline
  init(_ list: ObserverList, _ subscription: Subscription) {
    self.list = list
    self.subscription = subscription
    guarded = .passUnretained(subscription)
  }

  /// Whether nothing may be delivered any more.
  ///
  /// This reads the subscription, which counts as ended from the first `dispose()` on. The node
  /// leaves the list only when that call reaches it, which may be after a second `dispose()` has
  /// returned.
  @inlinable final var isOver: Bool {
    guarded._withUnsafeGuaranteedRef { $0.isDisposed }
  }

  @usableFromInline final override var isDisposed: Bool {
    isRemoved.load(ordering: .acquiring)
  }

  /// The sender was released: ends the subscription without an event.
  @usableFromInline
  func lose() {}

  /// Marks the node as removed; the caller takes it out of the list.
  fileprivate final func markRemoved() {
    isRemoved.store(true, ordering: .releasing)
  }

  @usableFromInline
  final override func dispose() {
    guard !isDisposed else { return }
    markRemoved()
    guard let list else { return }
    if list.turn.tryEnter() {
      list.remove(self)
      list.turn.leave()
    } else {
      list.turn.dispose { list.remove(self) }
    }
  }
}

/// The nodes of a sender that was released.
private final class OrphanedNodes: Parcel {
  private var nodes: [ObserverNode]

  init(_ nodes: [ObserverNode]) {
    self.nodes = nodes
  }

  func empty() {
    for node in nodes {
      node.markRemoved()
      node.lose()
    }
    nodes = []
  }
}

/// The nodes of a list that was released.
private final class LeftNodes: Parcel {
  private var nodes: [ObserverNode]

  init(_ nodes: [ObserverNode]) {
    self.nodes = nodes
  }

  func empty() {
    for node in nodes {
      node.markRemoved()
      node.subscription = nil
    }
    nodes = []
  }
}
