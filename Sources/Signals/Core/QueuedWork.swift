import Synchronization

/// Work that waits for the holder of a turn; it owns the item that `next` points to.
@usableFromInline
final class QueuedWork: @unchecked Sendable {
  let work: @Sendable () -> Void
  /// Whether the work is done only after the turn has been returned.
  let isForAfterwards: Bool
  /// Written by the pusher before the item is published, and by the holder after it took the list.
  private var next: UInt = 0

  init(_ work: @escaping @Sendable () -> Void, isForAfterwards: Bool = false) {
    self.work = work
    self.isForAfterwards = isForAfterwards
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

  private static func take(_ address: UInt) -> QueuedWork? {
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
