public import Synchronization

/// The observers of one sender, in the order of their subscription, and the turn that guards them.
///
/// Everything but the turn and the weak references to the list belongs to the holder of the turn: an
/// observer that is added or removed during a delivery waits for its end. Slots of removed observers
/// stay empty until half of the slots are, so that removal is O(1) on average and the order is kept.
/// It knows no types of values, so that adding and removing are compiled once.
///
/// `@unchecked Sendable` is right because of the turn.
@usableFromInline
class ObserverList: @unchecked Sendable {
  @usableFromInline final let turn = Turn()
  @usableFromInline @exclusivity(unchecked) final var nodes = SlotList<ObserverNode>()

  @usableFromInline
  init() {}

  deinit {
    // The subscriptions may go on: who knows that nobody will send any more ends them by `release`.
    if !nodes.isEmpty { DeferredRelease.empty(LeftNodes(takeAll())) }
    nodes.deallocate()
  }

  /// Nobody can send any more: the subscriptions are over, and what they hold goes with them.
  final func release() {
    if !nodes.isEmpty { DeferredRelease.empty(OrphanedNodes(takeAll())) }
  }

  /// Adds a node unless it was disposed of while it waited for its turn.
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

  /// Empties the list and gives its nodes in order.
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
  /// What holds this place; cleared when the list is gone, because the two hold each other.
  @usableFromInline @exclusivity(unchecked) final var subscription: Subscription?
  /// The same, to be asked without counting references: it lives while the list holds this node.
  @usableFromInline final let guarded: Unmanaged<Subscription>

  @usableFromInline
  init(_ list: ObserverList, _ subscription: Subscription) {
    self.list = list
    self.subscription = subscription
    guarded = .passUnretained(subscription)
  }

  /// Whether nothing may be delivered any more.
  ///
  /// The subscription itself is asked: it has ended from the first `dispose()` on, while this place is
  /// taken out of the list only when that call comes to it, perhaps after a second one has returned.
  @inlinable final var isOver: Bool {
    guarded._withUnsafeGuaranteedRef { $0.isDisposed }
  }

  @usableFromInline final override var isDisposed: Bool {
    isRemoved.load(ordering: .acquiring)
  }

  /// It hears nothing more; taking it out of the list is the caller's.
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
      list.turn.perform { list.remove(self) }
    }
  }
}

/// The nodes of a sender that is gone.
private final class OrphanedNodes: Parcel {
  private var nodes: [ObserverNode]

  init(_ nodes: [ObserverNode]) {
    self.nodes = nodes
  }

  func empty() {
    for node in nodes {
      node.markRemoved()
      node.subscription?.dispose()
    }
    nodes = []
  }
}

/// The nodes of a list that is gone.
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
