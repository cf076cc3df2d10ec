/// The values that a multicast keeps for later observers, and the observers that just receive them.
///
/// An observer may arrive while another thread delivers, or inside a delivery. It receives the kept
/// values at once, on its own thread, and joins the list of observers when the turn is free. What is
/// sent between the two waits in its backlog.
@usableFromInline
final class Replay<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Node = MulticastNode<Value, Failure>

  @usableFromInline
  struct State: Sendable {
    @usableFromInline var buffer: ReplayBuffer<Value>
    @usableFromInline var joining: [(node: Node, backlog: [Value])] = []

    @inlinable
    mutating func append(_ value: Value) -> Value? {
      for index in joining.indices { joining[index].backlog.append(value) }
      return buffer.append(value)
    }
  }

  @usableFromInline let state: Lock<State>

  @usableFromInline
  init(capacity: Int) {
    state = Lock(State(buffer: ReplayBuffer(capacity: capacity)))
  }

  /// Keeps a value; the caller delivers it to the listed observers.
  @inlinable
  func append(_ value: Value) {
    // Released outside the lock, because a deinitialiser may send or subscribe.
    let former = state.withLock { $0.append(value) }
    withExtendedLifetime(former) {}
  }

  /// The kept values; those appended from now on wait for the node.
  func begin(_ node: Node) -> [Value] {
    state.withLock { state in
      state.joining.append((node, []))
      return state.buffer.values
    }
  }

  /// The values that waited for the node, which the caller now lists.
  func join(_ node: Node) -> [Value] {
    state.withLock { state in
      guard let index = state.joining.firstIndex(where: { $0.node === node }) else { return [] }
      return state.joining.remove(at: index).backlog
    }
  }
}
