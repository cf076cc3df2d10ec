/// A node in the graph of properties, independent of the type of its value.
///
/// Nodes declare no actor, because isolation would cost an executor check at every closure. They
/// belong to properties, which are confined to the main actor and release their nodes there only.
///
/// Closures that take the node handle everything that depends on the type: they are created where
/// the type is known, capture nothing, and cost one call. A node retains its sources but not its
/// dependents, and removes itself from its sources' lists before it is freed.
@usableFromInline
class PropertyNode {
  @usableFromInline typealias Body = (PropertyNode) -> Void

  /// Computes the value of a derived node whose sources are up to date.
  @usableFromInline final let compute: Body
  /// Brings the value up to date and fixes it as the one that observers receive this round.
  final let settle: Body
  /// Delivers the fixed value to the observers.
  final let notify: Body
  /// Both at once, for a round of one node.
  final let flush: Body

  @usableFromInline final let graph: PropertyGraph
  /// Incremented with every change of the value.
  @usableFromInline @exclusivity(unchecked) final var version: UInt64 = 1
  /// The versions of the sources that the value was computed from.
  @usableFromInline @exclusivity(unchecked) final var seen = (first: UInt64(0), second: UInt64(0))
  /// Whether a source has changed since the value was computed.
  @usableFromInline @exclusivity(unchecked) final var isDirty = false
  /// Whether the node waits in the graph to notify its observers.
  @exclusivity(unchecked) final var isPending = false
  /// The maximum number of nodes between this one and one without sources.
  @usableFromInline @exclusivity(unchecked) final private(set) var height = 0
  @usableFromInline @exclusivity(unchecked) final var observers = SlotList<PropertyEntry>()
  @exclusivity(unchecked) final var dependents = SlotList<PropertyNode>()
  /// The number of deliveries of this node in progress; meanwhile the list of observers keeps its
  /// slots.
  @usableFromInline @exclusivity(unchecked) final var deliveryCount = 0
  @usableFromInline final let sources = PropertySources()
  /// This node's slots in the sources' lists of dependents.
  @exclusivity(unchecked) private final var places = (first: 0, second: 0)
  /// Whether an observer left during a delivery and still has its slot.
  @usableFromInline @exclusivity(unchecked) final var hasLeaving = false

  @usableFromInline
  init(
    _ graph: PropertyGraph, compute: @escaping Body, settle: @escaping Body,
    notify: @escaping Body, flush: @escaping Body
  ) {
    self.compute = compute
    self.settle = settle
    self.notify = notify
    self.flush = flush
    self.graph = graph
  }

  deinit {
    let (first, second) = (sources.first, sources.second)
    // Cleared before the node is removed: closing the gap must not mistake one source's slot for
    // the other's.
    sources.first = nil
    first?._withUnsafeGuaranteedRef { $0.removeDependent(at: places.first) }
    sources.second = nil
    second?._withUnsafeGuaranteedRef { $0.removeDependent(at: places.second) }
    for index in 0..<observers.count { observers[index]?.release() }
    observers.deallocate()
    dependents.deallocate()
    if first != nil { DeferredRelease.empty(sources) }
  }

  final func computeNow() {
    compute(self)
  }

  /// The sources that are not up to date.
  final var dirtySources: [PropertyNode] {
    [sources.first, sources.second].compactMap { $0?.takeUnretainedValue() }.filter(\.isDirty)
  }

  @usableFromInline
  final func setSource(_ first: PropertyNode, owner: AnyObject) {
    places.first = first.add(dependent: self)
    sources.first = .passUnretained(first)
    sources.owners.first = owner
    height = 1 + first.height
  }

  /// Sets the second source or replaces it.
  @usableFromInline
  final func setSecondSource(_ second: PropertyNode, owner: AnyObject) {
    let (former, formerOwner) = (sources.second, sources.owners.second)
    sources.second = nil
    former?._withUnsafeGuaranteedRef { $0.removeDependent(at: places.second) }
    places.second = second.add(dependent: self)
    sources.second = .passUnretained(second)
    sources.owners.second = owner
    height = max(height, second.height + 1)
    // Its release may run any code.
    withExtendedLifetime(formerOwner) {}
  }

  private final func add(dependent: PropertyNode) -> Int {
    dependents.append(.passUnretained(dependent))
  }

  private final func removeDependent(at place: Int) {
    dependents.remove(at: place)
    guard dependents.isSparse else { return }
    let address = Unmanaged.passUnretained(self).toOpaque()
    dependents.compact { $0.moved(to: $1, in: address) }
  }

  /// The list of the source at `address` has closed its gaps.
  ///
  /// If both sources are the same, the first slot is updated first, and slots only move down.
  private final func moved(to place: Int, in address: UnsafeMutableRawPointer) {
    if sources.first?.toOpaque() == address, place <= places.first {
      places.first = place
    } else {
      places.second = place
    }
  }
}

extension PropertyNode {
  /// Adds an observer; an observer added during a delivery is not part of that delivery.
  @usableFromInline
  final func add(_ entry: PropertyEntry) {
    entry.index = observers.append(.passRetained(entry))
  }

  /// Removes an observer; during a delivery it keeps its slot, but receives nothing, until the
  /// delivery ends.
  final func remove(_ entry: PropertyEntry) {
    guard entry.index >= 0 else { return }
    guard deliveryCount == 0 else {
      entry.isLeaving = true
      hasLeaving = true
      return
    }
    observers.remove(at: entry.index)
    entry.index = -1
    if observers.isSparse { observers.compact { $0.index = $1 } }
    Unmanaged.passUnretained(entry).release()
  }

  @inlinable
  final func beginDelivery() {
    deliveryCount += 1
  }

  @inlinable
  final func endDelivery() {
    deliveryCount -= 1
  }

  /// After the last delivery, removes the observers that left meanwhile.
  @usableFromInline
  final func removeDisposed() {
    guard deliveryCount == 0 else { return }
    hasLeaving = false
    let leaving = (0..<observers.count).compactMap { observers[$0]?.takeUnretainedValue() }
      .filter(\.isLeaving)
    for entry in leaving { remove(entry) }
  }
}

/// The inputs of a derived node; a parcel, so that a long chain is released link by link.
@usableFromInline
final class PropertySources: Parcel {
  @usableFromInline @exclusivity(unchecked) var first: Unmanaged<PropertyNode>?
  @usableFromInline @exclusivity(unchecked) var second: Unmanaged<PropertyNode>?
  /// The properties that own these nodes and may follow a signal as long as they live.
  ///
  /// Nothing else in a node owns its sources, otherwise the release of a chain would recurse.
  fileprivate var owners: (first: AnyObject?, second: AnyObject?)

  /// The user's closure that computes the value; it may hold any properties.
  @usableFromInline @exclusivity(unchecked) var closure: AnyObject?

  func empty() {
    first = nil
    second = nil
    owners = (nil, nil)
    closure = nil
  }
}
