public import Synchronization

/// Decides who delivers: one thread at a time works, and the others hand their work to it.
///
/// A sender that finds the turn free takes it with one atomic instruction, does its work and
/// returns the turn with another. A sender that finds it taken, by another thread or by a caller
/// further up its own stack, pushes its work onto a list and returns; the holder processes the list
/// before it leaves. So work never runs concurrently or recursively, each sender's order is kept,
/// nothing is lost, no thread waits, and the stack does not grow with chained sends.
@usableFromInline
struct Turn: ~Copyable, Sendable {
  /// 0: free; 1: taken, queue empty; otherwise taken, and the address of the last `QueuedWork`.
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable
  init() {}

  /// Takes the turn if it is free.
  @inlinable
  func tryEnter() -> Bool {
    word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
  }

  /// Does the work queued meanwhile and returns the turn; call it after `tryEnter()`.
  @inlinable
  func leave() {
    if !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged { drain() }
  }

  /// Does the work now or queues it for the holder of the turn.
  @usableFromInline
  func perform(_ work: @escaping @Sendable () -> Void) {
    let item = QueuedWork(work)
    while true {
      let current = word.load(ordering: .relaxed)
      if current == 0 {
        guard tryEnter() else { continue }
        work()
        return leave()
      }
      if item.push(on: word, over: current) { return }
    }
  }

  @usableFromInline
  func drain() {
    while !drain(atMost: .max) {}
  }

  /// Queues work for the holder of the turn.
  ///
  /// If there is no holder, the caller takes the turn and must then call `drain(atMost:)`.
  ///
  /// - Returns: Whether the turn was free.
  func push(_ work: @escaping @Sendable () -> Void) -> Bool {
    let item = QueuedWork(work)
    while true {
      let current = word.load(ordering: .relaxed)
      if item.push(on: word, over: current) { return current == 0 }
    }
  }

  /// Does at least `limit` pieces of queued work, if there are that many.
  ///
  /// - Returns: Whether all work is done and the turn returned; if not, call it again.
  func drain(atMost limit: Int) -> Bool {
    var count = 0
    repeat {
      guard count < limit else { return false }
      var item = QueuedWork.inOrder(word.exchange(1, ordering: .acquiringAndReleasing))
      while let next = item {
        next.work()
        item = next.takeNext()
        count += 1
      }
    } while !word.compareExchange(expected: 1, desired: 0, ordering: .releasing).exchanged
    return true
  }
}

/// Work that waits for the holder of a turn; it owns the item that `next` points to.
private final class QueuedWork: @unchecked Sendable {
  let work: @Sendable () -> Void
  /// Written by the pusher before the item is published, and by the holder after it took the list.
  var next: UInt = 0

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  /// Becomes the newest item of the list in `word`, unless `word` no longer equals `current`.
  func push(on word: borrowing Atomic<UInt>, over current: UInt) -> Bool {
    next = current <= 1 ? 0 : current
    let address = UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
    let isPushed = word.compareExchange(
      expected: current, desired: address, ordering: .acquiringAndReleasing
    ).exchanged
    if !isPushed {
      next = 0
      Unmanaged.passUnretained(self).release()
    }
    return isPushed
  }

  static func take(_ address: UInt) -> QueuedWork? {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<QueuedWork>.fromOpaque(pointer).takeRetainedValue()
  }

  func takeNext() -> QueuedWork? {
    defer { next = 0 }
    return Self.take(next)
  }

  /// Reverses the list from newest-first to oldest-first.
  static func inOrder(_ newest: UInt) -> QueuedWork? {
    guard newest != 1 else { return nil }
    var head: QueuedWork?
    var rest = take(newest)
    while let item = rest {
      rest = item.takeNext()
      if let head { item.next = UInt(bitPattern: Unmanaged.passRetained(head).toOpaque()) }
      head = item
    }
    return head
  }
}
