/// A place in the graph of properties, whatever its value's type.
///
/// Nodes are no actor's by declaration, which would cost a check of the executor at every closure;
/// they live inside of properties, which are the main actor's and give them up there only.
///
/// What depends on the type are closures that take the node: they are made where the type is known,
/// hold nothing, and cost one call. Sources are held, dependents are not: a node takes itself out of
/// its sources' lists before its memory goes.
@usableFromInline
class PropertyNode {
  @usableFromInline typealias Body = (PropertyNode) -> Void

  /// Computes the value of a derived node whose sources are up to date.
  @usableFromInline final let compute: Body
  /// Brings the value up to date and fixes it as the one that the observers are told this round.
  final let settle: Body
  /// Tells the observers the fixed value.
  final let notify: Body
  /// Both at once, for a round of one node.
  final let flush: Body

  @usableFromInline final let graph: PropertyGraph
  /// Goes up with every change of the value.
  @usableFromInline @exclusivity(unchecked) final var version: UInt64 = 1
  /// The versions of the sources that the value was computed from.
  @usableFromInline @exclusivity(unchecked) final var seen = (first: UInt64(0), second: UInt64(0))
  /// A source has changed since the value was computed.
  @usableFromInline @exclusivity(unchecked) final var isDirty = false
  /// The node waits in the graph to tell its observers.
  @exclusivity(unchecked) final var isPending = false
  /// How many nodes at most lie between this one and one without sources.
  @usableFromInline @exclusivity(unchecked) final private(set) var height = 0
  @usableFromInline @exclusivity(unchecked) final var observers = SlotList<PropertyEntry>()
  @exclusivity(unchecked) final var dependents = SlotList<PropertyNode>()
  /// How many deliveries of this node are under way; the list of observers keeps its slots.
  @usableFromInline @exclusivity(unchecked) final var deliveryCount = 0
  @usableFromInline final let sources = PropertySources()
  /// This node's slots in the sources' lists of dependents.
  @exclusivity(unchecked) private final var places = (first: 0, second: 0)
  /// An observer left during a delivery and is still in its slot.
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
    // Forgotten before it is left: closing the gap must not take the place in the other list for this.
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
    let former = sources.second
    sources.second = nil
    former?._withUnsafeGuaranteedRef { $0.removeDependent(at: places.second) }
    places.second = second.add(dependent: self)
    sources.second = .passUnretained(second)
    sources.owners.second = owner
    height = max(height, second.height + 1)
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
  /// When both sources are the same, the first place comes first, and places only go down.
  private final func moved(to place: Int, in address: UnsafeMutableRawPointer) {
    if sources.first?.toOpaque() == address, place <= places.first {
      places.first = place
    } else {
      places.second = place
    }
  }
}

extension PropertyNode {
  /// Adds an observer; one that is added during a delivery is not part of it.
  @usableFromInline
  final func add(_ entry: PropertyEntry) {
    entry.index = observers.append(.passRetained(entry))
  }

  /// Takes an observer out; during a delivery it stays in its slot, unheard, until the end.
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

  /// After the last delivery, lets go of the observers that left meanwhile.
  @usableFromInline
  final func removeDisposed() {
    guard deliveryCount == 0 else { return }
    hasLeaving = false
    let leaving = (0..<observers.count).compactMap { observers[$0]?.takeUnretainedValue() }
      .filter(\.isLeaving)
    for entry in leaving { remove(entry) }
  }
}

/// What a derived node is computed from; a parcel, so that a long chain is released link by link.
@usableFromInline
final class PropertySources: Parcel {
  @usableFromInline @exclusivity(unchecked) var first: Unmanaged<PropertyNode>?
  @usableFromInline @exclusivity(unchecked) var second: Unmanaged<PropertyNode>?
  /// The properties of these nodes, which own them and may follow a signal as long as they live.
  ///
  /// Nothing else of a node owns its sources, else the release of a chain would recurse.
  fileprivate var owners: (first: AnyObject?, second: AnyObject?)

  /// What the user gave to compute the value, which may hold any properties.
  @usableFromInline @exclusivity(unchecked) var closure: AnyObject?

  func empty() {
    first = nil
    second = nil
    owners = (nil, nil)
    closure = nil
  }
}
