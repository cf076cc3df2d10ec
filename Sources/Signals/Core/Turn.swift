public import Glibc
public import Synchronization

/// Decides who delivers: one thread at a time works, and the others hand their work to it.
///
/// A sender that finds the turn free takes it with one atomic instruction, does its work and
/// returns the turn with another. A sender that finds it taken, by another thread or by a caller
/// further up its own stack, pushes its work onto a queue and returns; the holder processes the
/// queue before it leaves. So work never runs concurrently or recursively, each sender's order is
/// kept, nothing is lost, and the stack does not grow with chained sends.
///
/// The queue is bounded: a sender or subscriber that fills it waits until the holder has caught up,
/// or until the holder, which has its own thread's work to return to, hands the turn on to it. See
/// `HeldSender`.
@usableFromInline
struct Turn: ~Copyable, Sendable {
  /// 0: free; 1: taken, queue empty; otherwise taken, and the address of the last `QueuedWork`.
  @usableFromInline let word = Atomic<UInt>(0)
  /// The thread that took the turn last, so that a sender knows whether it holds the turn itself.
  @usableFromInline let holder = Atomic<pthread_t>(0)
  /// How many items are queued and how many senders are held.
  let crowd = Crowd()

  @inlinable
  init() {}

  /// Takes the turn if it is free.
  @inlinable
  func tryEnter() -> Bool {
    guard word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged else {
      return false
    }
    holder.store(pthread_self(), ordering: .relaxed)
    return true
  }

  /// Does the work queued meanwhile and returns the turn; call it after `tryEnter()`.
  @inlinable
  func leave() {
    if !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
  }

  /// Does the work now or queues it for the holder of the turn, without waiting.
  @usableFromInline
  func perform(_ work: @escaping @Sendable () -> Void) {
    _ = performOrQueue(work)
  }

  /// Does a delivery now or queues it for the holder of the turn; waits while the queue is full.
  ///
  /// - Parameter subscription: Frees the waiting thread when it ends.
  @usableFromInline
  func deliver(until subscription: Subscription? = nil, _ work: @escaping @Sendable () -> Void) {
    guard performOrQueue(work) >= Crowd.limit else { return }
    HeldSender.hold(at: self, until: subscription)
  }

  /// Does the work of a disposal, and frees the senders that wait here.
  @usableFromInline
  func dispose(_ work: @escaping @Sendable () -> Void) {
    perform(work)
    if crowd.hasHeldSenders { HeldSender.freeAll(at: self) }
  }

  /// Whether the calling thread is inside a delivery.
  @inlinable var isHeldByCaller: Bool {
    word.load(ordering: .relaxed) != 0 && holder.load(ordering: .relaxed) == pthread_self()
  }

  /// Queues work to do once the turn has been returned; the caller holds the turn.
  func queueForAfterwards(_ work: @escaping @Sendable () -> Void) {
    _ = push(QueuedWork(work, isForAfterwards: true))
  }

  /// Does the work now and returns 0, or queues it and returns the number of queued items.
  private func performOrQueue(_ work: @escaping @Sendable () -> Void) -> Int {
    let count = crowd.enter()
    let item = QueuedWork(work)
    while true {
      let current = word.load(ordering: .relaxed)
      if current == 0 {
        guard tryEnter() else { continue }
        crowd.leave(1)
        work()
        leave()
        return 0
      }
      if item.push(on: word, over: current) { return count }
    }
  }

  /// Queues work for the holder of the turn.
  ///
  /// If there is no holder, the caller takes the turn and must then call `drain(atMost:)`.
  ///
  /// - Returns: Whether the turn was free.
  func push(_ item: QueuedWork) -> Bool {
    _ = crowd.enter()
    while true {
      let current = word.load(ordering: .relaxed)
      if item.push(on: word, over: current) { return current == 0 }
    }
  }
}
