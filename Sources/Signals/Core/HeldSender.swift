import Glibc
import Synchronization

/// A thread that waits in `send` or `subscribe` because the queue of a turn is full.
///
/// It stops waiting when the queue is half empty, when the holder hands the turn on to it, or when
/// the subscription that it sends to ends. Two kinds of sender never wait: the main actor, and a
/// thread on which, directly or through other waiting threads, the holder depends. The second kind
/// includes the holder itself, sending from inside a delivery. So threads that wait for each other
/// cannot form a circle.
///
/// `@unchecked Sendable` is correct because `mutex` guards the state.
final class HeldSender: SubscriptionEntry, @unchecked Sendable {
  private enum State {
    case waiting
    case free
    /// The sender now holds the turn, and goes on with this work.
    case holder(QueuedWork?)

    var isWaiting: Bool {
      if case .waiting = self { true } else { false }
    }
  }

  private let turn: UnsafePointer<Turn>
  private let thread = pthread_self()
  private let woken: UnsafeMutablePointer<pthread_cond_t>
  private var state = State.waiting

  private init(_ turn: UnsafePointer<Turn>) {
    self.turn = turn
    woken = .allocate(capacity: 1)
    woken.initialize(to: pthread_cond_t())
    pthread_cond_init(woken, nil)
    super.init()
  }

  deinit {
    pthread_cond_destroy(woken)
    woken.deallocate()
  }

  /// Guards the list and all states; taken only while some queue is full.
  nonisolated(unsafe) private static let mutex = {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    return mutex
  }()
  /// The threads that wait, in the order in which they began to.
  nonisolated(unsafe) private static var senders: [HeldSender] = []

  private static func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Holds the calling thread until the queue of the turn has room or the subscription ends.
  static func hold(at turn: borrowing Turn, until subscription: Subscription?) {
    guard !MainQueue.isCurrent else { return }
    withUnsafePointer(to: turn) { turn in
      let sender = HeldSender(turn)
      subscription?.add(sender)
      guard case .holder(let rest) = locked({ sender.wait() }) else { return }
      turn.pointee.drain(rest)
    }
  }

  private func wait() -> State {
    guard state.isWaiting, !isNeededByHolder, turn.pointee.crowd.hold() else {
      defer { state = .free }
      return .free
    }
    Self.senders.append(self)
    while state.isWaiting { pthread_cond_wait(woken, Self.mutex) }
    Self.senders.removeAll { $0 === self }
    turn.pointee.crowd.release()
    defer { state = .free }
    return state
  }

  /// Whether the holder of the turn is this thread, or waits for a turn that this thread holds.
  private var isNeededByHolder: Bool {
    var turn = turn
    // Bounded, because a holder that has just entered may not have recorded itself yet.
    for _ in 0...Self.senders.count {
      let holder = turn.pointee.holder.load(ordering: .relaxed)
      if holder == thread { return true }
      guard let next = Self.senders.first(where: { $0.thread == holder && $0.state.isWaiting })
      else { return false }
      turn = next.turn
    }
    return true
  }

  /// Frees all senders held at a turn.
  static func freeAll(at turn: borrowing Turn) {
    withUnsafePointer(to: turn) { turn in
      locked { for sender in senders where sender.turn == turn { sender.wake(.free) } }
    }
  }

  /// Makes the sender that has waited longest the holder of the turn, with the rest of the work.
  ///
  /// - Returns: False if none waits.
  static func handOn(_ turn: borrowing Turn, _ rest: QueuedWork?) -> Bool {
    withUnsafePointer(to: turn) { turn in
      locked {
        guard let next = senders.first(where: { $0.turn == turn && $0.state.isWaiting }) else {
          return false
        }
        turn.pointee.holder.store(next.thread, ordering: .relaxed)
        next.wake(.holder(rest))
        return true
      }
    }
  }

  private func wake(_ new: State) {
    guard state.isWaiting else { return }
    state = new
    pthread_cond_signal(woken)
  }

  /// Whether the sender no longer waits.
  override var isDisposed: Bool {
    Self.locked { !state.isWaiting }
  }

  /// Frees the sender, because the subscription that it sends to has ended.
  override func dispose() {
    Self.locked { wake(.free) }
  }
}
