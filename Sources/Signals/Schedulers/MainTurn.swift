import Dispatch
public import Synchronization

/// Brings the deliveries of one subscription to the main actor in the order in which they were
/// sent.
///
/// A sender on main that finds nothing queued or being delivered delivers at once, without a queue.
/// Other senders queue the delivery. One drain is scheduled on the main queue for a whole burst,
/// and an event sent from inside a delivery is delivered right after it, without recursion.
@usableFromInline
struct MainTurn: ~Copyable, Sendable {
  @usableFromInline let turn = Turn()

  /// After this many deliveries in one pass, a drain yields to other work of the main queue.
  private static var limit: Int { 1000 }

  @inlinable
  init() {}

  /// Takes the turn if the caller is on main and the turn is free.
  @inlinable
  func tryEnter() -> Bool {
    MainScheduler.isCurrent && turn.tryEnter()
  }

  /// Delivers what was queued meanwhile and returns the turn; call it after `tryEnter()`.
  ///
  /// - Parameter again: Calls `drain` on behalf of the turn's owner.
  @inlinable
  func leave(_ again: @escaping @Sendable () -> Void) {
    if turn.word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { return }
    drain(again)
  }

  /// Queues a delivery for the main actor.
  @usableFromInline
  func post(_ delivery: @escaping @Sendable () -> Void, _ again: @escaping @Sendable () -> Void) {
    if turn.push(QueuedWork(delivery)) { DispatchQueue.main.async(execute: again) }
  }

  /// Delivers the queue on main.
  @usableFromInline
  func drain(_ again: @escaping @Sendable () -> Void) {
    if !turn.drain(atMost: Self.limit) { DispatchQueue.main.async(execute: again) }
  }
}

/// A closure of the main actor behind a type without actor isolation.
///
/// Its caller is on main by construction: it is the holder of a `MainTurn` or a node of a property.
/// `MainActor.assumeIsolated` would check the executor at each event.
@usableFromInline
struct MainClosure<Value>: @unchecked Sendable {
  @usableFromInline let call: (Value) -> Void

  @usableFromInline
  struct Isolated {
    @usableFromInline let call: @MainActor (Value) -> Void

    @inlinable
    init(call: @escaping @MainActor (Value) -> Void) {
      self.call = call
    }
  }

  // A struct around the closure, because the compiler wraps a closure passed as a generic argument
  // in a thunk.
  @inlinable
  init(_ call: @escaping @MainActor (Value) -> Void) {
    self = unsafeBitCast(Isolated(call: call), to: MainClosure.self)
  }
}
