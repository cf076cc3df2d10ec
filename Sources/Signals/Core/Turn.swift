public import Synchronization

/// Decides who delivers: one thread at a time handles messages, the others leave theirs with it.
///
/// A sender that finds the turn free takes it with one atomic instruction, handles its message and
/// gives the turn back. A sender that finds it taken, be it another thread or the same one further
/// up its stack, appends the message to a queue and returns; the holder handles the queue before it
/// leaves. So messages are never handled at the same time or recursively, each sender's order is
/// kept, nothing is lost, nobody waits, and the stack does not grow with chained sends.
@usableFromInline
final class Turn<Message: Sendable>: Sendable {
  /// 0: free; 1: taken, the queue is empty; 2: taken, the queue may hold messages.
  @usableFromInline let word = Atomic<Int>(0)
  private let queue = Lock<[Message]>([])

  @inlinable
  init() {}

  /// Takes the turn when it is free.
  @inlinable
  func tryEnter() -> Bool {
    word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
  }

  /// Handles what was queued meanwhile and gives the turn back; call it after `tryEnter()`.
  @inlinable
  func leave(_ handle: (Message) -> Void) {
    if word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { return }
    drain(handle)
  }

  /// Handles the message now or leaves it to the holder of the turn.
  @inlinable
  func send(_ message: Message, _ handle: (Message) -> Void) {
    if tryEnter() {
      handle(message)
      leave(handle)
    } else {
      enqueue(message, handle)
    }
  }

  /// Leaves a message to the holder; when the turn became free meanwhile, takes it and drains.
  @usableFromInline
  func enqueue(_ message: Message, _ handle: (Message) -> Void) {
    let isMine = queue.withLock { queue in
      queue.append(message)
      // A holder goes from 2 to free only under this lock, so that no message is left behind.
      while true {
        if word.compareExchange(expected: 1, desired: 2, ordering: .acquiringAndReleasing).exchanged
        {
          return false
        }
        if word.compareExchange(expected: 0, desired: 2, ordering: .acquiringAndReleasing).exchanged
        {
          return true
        }
        if word.load(ordering: .acquiring) == 2 { return false }
      }
    }
    if isMine { drain(handle) }
  }

  @usableFromInline
  func drain(_ handle: (Message) -> Void) {
    var batch: [Message] = []
    while true {
      batch.removeAll(keepingCapacity: true)
      queue.withLock { queue in
        if queue.isEmpty {
          word.store(0, ordering: .releasing)
        } else {
          swap(&queue, &batch)
        }
      }
      if batch.isEmpty { return }
      for message in batch { handle(message) }
    }
  }
}
