/// One sender, many observers: what subjects, `share` and `replay` are built on.
///
/// Everything that touches the list of observers is a message of one turn: an observer that is added
/// during a delivery hears the next event, one that is disposed of hears nothing more, and all hear
/// the same events in the same order.
@usableFromInline
final class Multicast<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Message: Sendable {
    case value(Value)
    case failed(Failure)
    case completed
    case add(MulticastNode<Value, Failure>)
    case remove(MulticastNode<Value, Failure>)
  }

  @usableFromInline
  struct State {
    @usableFromInline var nodes: [MulticastNode<Value, Failure>] = []
    @usableFromInline var deadCount = 0
    @usableFromInline var buffer: ReplayBuffer<Value>
    @usableFromInline var end: Event<Value, Failure>?

    @usableFromInline
    init(buffer: ReplayBuffer<Value>) {
      self.buffer = buffer
    }
  }

  @usableFromInline let turn = Turn<Message>()
  @usableFromInline let state: Confined<State>

  /// Makes a multicast that replays the last `capacity` values to each new observer.
  @usableFromInline
  init(capacity: Int = 0) {
    state = Confined(State(buffer: ReplayBuffer(capacity: capacity)))
  }

  deinit {
    // A node and its observer's subscription hold each other until one of them ends.
    for node in state.value.nodes { node.observer.value = nil }
  }

  @inlinable
  func send(_ value: Value) {
    guard turn.tryEnter() else { return turn.enqueue(.value(value)) { self.handle($0) } }
    deliver(value)
    turn.leave { self.handle($0) }
  }

  @usableFromInline
  func post(_ message: Message) {
    turn.send(message) { self.handle($0) }
  }

  func attach(_ observer: Observer<Value, Failure>) {
    guard !observer.isDisposed else { return }
    let node = MulticastNode(observer, of: self)
    post(.add(node))
    // Added to the list first: a dispose that overtakes this line removes the node afterwards.
    observer.subscription.add(node)
  }

  @inlinable
  func deliver(_ value: Value) {
    guard state.value.end == nil else { return }
    state.value.buffer.append(value)
    let nodes = state.value.nodes
    for node in nodes where !node.subscription.isDisposed {
      node.observer.value?.onValue(value)
    }
  }

  @usableFromInline
  func handle(_ message: Message) {
    switch message {
    case .value(let value): deliver(value)
    case .failed(let failure): end(.failed(failure))
    case .completed: end(.completed)
    case .add(let node): add(node)
    case .remove(let node): remove(node)
    }
  }

  private func end(_ event: Event<Value, Failure>) {
    guard state.value.end == nil else { return }
    state.value.end = event
    let nodes = state.value.nodes
    state.value.nodes = []
    state.value.deadCount = 0
    for node in nodes { node.finish(event) }
  }

  private func add(_ node: MulticastNode<Value, Failure>) {
    for value in state.value.buffer.values where !node.subscription.isDisposed {
      node.observer.value?.onValue(value)
    }
    if let end = state.value.end {
      node.finish(end)
    } else if node.subscription.isDisposed {
      node.observer.value = nil
    } else {
      node.isListed.value = true
      state.value.nodes.append(node)
    }
  }

  private func remove(_ node: MulticastNode<Value, Failure>) {
    node.observer.value = nil
    guard node.isListed.value else { return }
    node.isListed.value = false
    state.value.deadCount += 1
    // Compaction when half is dead keeps removal O(1) on average and the order as it was.
    guard state.value.deadCount * 2 > state.value.nodes.count else { return }
    state.value.nodes.removeAll { !$0.isListed.value }
    state.value.deadCount = 0
  }
}

/// One observer of a multicast.
///
/// Its variables belong to the multicast's turn.
@usableFromInline
final class MulticastNode<Value: Sendable, Failure: Error>: Disposable {
  @usableFromInline let observer: Confined<Observer<Value, Failure>?>
  @usableFromInline let subscription: CompositeDisposable
  let isListed = Confined(false)
  private weak let multicast: Multicast<Value, Failure>?

  init(_ observer: Observer<Value, Failure>, of multicast: Multicast<Value, Failure>) {
    self.observer = Confined(observer)
    subscription = observer.subscription
    self.multicast = multicast
  }

  @usableFromInline var isDisposed: Bool {
    subscription.isDisposed
  }

  @usableFromInline
  func dispose() {
    multicast?.post(.remove(self))
  }

  func finish(_ event: Event<Value, Failure>) {
    let observer = observer.value
    self.observer.value = nil
    isListed.value = false
    guard let observer, !subscription.isDisposed else { return }
    switch event {
    case .value: break
    case .failed(let failure): observer.finish(failure)
    case .completed: observer.finish()
    }
  }
}
