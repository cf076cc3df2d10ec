/// The value of a property and how it is computed.
@usableFromInline
final class PropertyCore<Value>: PropertyNode {
  @usableFromInline @exclusivity(unchecked) var stored: Value
  /// The value before the first change that the observers have not received yet.
  @usableFromInline @exclusivity(unchecked) var before: Value?
  /// The value that observers receive in this round, fixed before the first of them is called.
  @usableFromInline @exclusivity(unchecked) var settled: (value: Value, version: UInt64)?
  @usableFromInline let comparison: Comparison<Value>

  @MainActor
  @inlinable
  init(
    _ value: Value, _ comparison: Comparison<Value>,
    compute: @escaping Body = { _ in }
  ) {
    stored = value
    self.comparison = comparison
    super.init(
      .shared,
      compute: compute,
      settle: { unsafeDowncast($0, to: PropertyCore.self).settleValue() },
      notify: { unsafeDowncast($0, to: PropertyCore.self).notifyObservers() },
      flush: { unsafeDowncast($0, to: PropertyCore.self).flushValue() })
  }

  /// The up-to-date value.
  @inlinable var value: Value {
    bringUpToDate()
    return stored
  }

  @inlinable
  func set(_ value: Value) {
    if comparison.isPossible, comparison.isEqual(stored, value) { return }
    graph.begin()
    store(value)
    graph.changed(self)
    graph.end()
  }

  /// Releases the former value last: its deinitializer may read and set this property.
  @inlinable
  func store(_ value: Value) {
    let former = stored
    if before == nil, observers.count > 0 { before = former }
    stored = value
    version &+= 1
    withExtendedLifetime(former) {}
  }

  @inlinable
  func update(_ value: Value) {
    if comparison.isPossible, comparison.isEqual(stored, value) { return }
    store(value)
  }

  /// The fast path for a node that is at most `recursionLimit` above its root sources.
  @inlinable
  func bringUpToDate() {
    guard isDirty else { return }
    if height <= PropertyGraph.recursionLimit { compute(self) }
    if isDirty { graph.refreshDeep(self) }
  }

  @inlinable
  func settleValue() {
    bringUpToDate()
    settled = (stored, version)
  }

  @inlinable
  func notifyObservers() {
    guard let (value, version) = settled else { return }
    settled = nil
    deliver(value, version)
  }

  @inlinable
  func flushValue() {
    bringUpToDate()
    deliver(stored, version)
  }

  @inlinable
  func deliver(_ value: Value, _ version: UInt64) {
    let before = before
    // A change made after the value was fixed is delivered in the next round.
    self.before = self.version == version ? nil : value
    beginDelivery()
    let count = observers.count
    for index in 0..<count {
      guard let slot = observers[index] else { continue }
      slot._withUnsafeGuaranteedRef { entry in
        let observer = unsafeDowncast(entry, to: PropertyObserver<Value>.self)
        if observer.seen < version, !observer.isDisposed { tell(observer, value, version, before) }
      }
    }
    endDelivery()
    if hasLeaving { removeDisposed() }
  }

  @inlinable
  func tell(
    _ observer: PropertyObserver<Value>, _ value: Value, _ version: UInt64, _ before: Value?
  ) {
    let steps = version - observer.seen
    observer.seen = version
    if comparison.isPossible {
      let last = observer.last
      if last != nil { observer.last = nil }
      // After one step the value differs; a value that changed and changed back is no change.
      if steps > 1, let told = last ?? before, comparison.isEqual(told, value) { return }
    }
    observer.body(value)
  }

  @MainActor
  @inlinable
  func observe(_ body: @escaping @MainActor (Value) -> Void) -> PropertyObserver<Value> {
    bringUpToDate()
    let value = stored
    let isMidBatch = graph.isBusy
    let observer = PropertyObserver(
      seen: version, last: isMidBatch && comparison.isPossible ? value : nil,
      body: MainClosure(body))
    add(observer)
    // Values that the observer sets are delivered to all observers after this call.
    graph.begin()
    body(value)
    graph.end()
    return observer
  }
}
