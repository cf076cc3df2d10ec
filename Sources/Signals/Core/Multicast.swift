import Synchronization

/// One sender with many observers: the base of subjects, `share`, `replay` and `multicast`.
///
/// Every access to the list of observers takes the turn. An observer added during a delivery
/// receives the next event, a disposed observer receives nothing more, and all observers receive
/// the same events in the same order.
@usableFromInline
final class Multicast<Value: Sendable, Failure: Error>: ObserverList, @unchecked Sendable {
  /// Nil if nothing is replayed.
  @usableFromInline let replay: Replay<Value, Failure>?
  @usableFromInline @exclusivity(unchecked) var end: End<Failure>?
  @usableFromInline @exclusivity(unchecked) var isOpen = true

  /// Makes a multicast that replays the last `capacity` values to each new observer.
  @inlinable
  init(capacity: Int = 0) {
    precondition(capacity >= 0, "a replay capacity is not negative")
    replay = capacity > 0 ? Replay(capacity: capacity) : nil
    super.init()
  }

  @inlinable
  func send(_ value: Value) {
    guard turn.tryEnter() else { return queue(value) }
    deliver(value)
    turn.leave()
  }

  @inlinable
  @inline(never)
  func queue(_ value: Value) {
    turn.deliver { self.deliver(value) }
  }

  @usableFromInline
  func finish(_ end: End<Failure>) {
    guard turn.tryEnter() else { return turn.perform { self.deliver(end) } }
    deliver(end)
    turn.leave()
  }

  /// The sending end was released: the subscriptions end without an event.
  ///
  /// Later observers receive the replayed values and the terminal event, if there was one.
  @usableFromInline
  func close() {
    turn.perform { [self] in
      isOpen = false
      release()
    }
  }

  @inlinable
  func attach(_ observer: Observer<Value, Failure>) {
    guard !observer.isDisposed else { return }
    let node = MulticastNode(observer, of: self)
    // Added before it is listed, so that a `dispose()` at any moment either marks or removes it.
    observer.subscription.add(node)
    if let replay { return attach(node, replay) }
    if turn.tryEnter() {
      enlist(node)
      turn.leave()
    } else {
      turn.deliver(until: observer.subscription) { self.enlist(node) }
    }
  }

  @usableFromInline
  func attach(_ node: MulticastNode<Value, Failure>, _ replay: Replay<Value, Failure>) {
    for value in replay.begin(node) { node.receive(value) }
    turn.deliver(until: node.subscription) {
      for value in replay.join(node) { node.receive(value) }
      self.enlist(node)
    }
  }

  @inlinable
  func deliver(_ value: Value) {
    guard isOpen else { return }
    if let replay { replay.append(value) }
    let nodes = nodes
    for index in 0..<nodes.count {
      guard let slot = nodes[index] else { continue }
      slot._withUnsafeGuaranteedRef { node in
        unsafeDowncast(node, to: MulticastNode<Value, Failure>.self).receive(value)
      }
    }
  }

  @usableFromInline
  func deliver(_ end: End<Failure>) {
    guard isOpen else { return }
    isOpen = false
    self.end = end
    for node in takeAll() {
      unsafeDowncast(node, to: MulticastNode<Value, Failure>.self).finish(end)
    }
  }

  @inlinable
  func enlist(_ node: MulticastNode<Value, Failure>) {
    if isOpen { add(node) } else { enlistLate(node) }
  }

  @usableFromInline
  func enlistLate(_ node: MulticastNode<Value, Failure>) {
    node.finish(end ?? .lost)
  }
}

/// One observer of a multicast.
@usableFromInline
final class MulticastNode<Value: Sendable, Failure: Error>: ObserverNode, @unchecked Sendable {
  @usableFromInline let onValue: @Sendable (Value) -> Void
  @usableFromInline let onEnd: @Sendable (End<Failure>) -> Void

  @inlinable
  init(_ observer: Observer<Value, Failure>, of multicast: Multicast<Value, Failure>) {
    onValue = observer.onValue
    onEnd = observer.onEnd
    super.init(multicast, observer.subscription)
  }

  @inlinable
  func receive(_ value: Value) {
    if !isOver { onValue(value) }
  }

  @usableFromInline
  override func lose() {
    finish(.lost)
  }

  @usableFromInline
  func finish(_ end: End<Failure>) {
    guard let subscription else { return }
    Observer(subscription: subscription, value: onValue, end: onEnd).finish(end)
  }
}
