import Synchronization

/// Holds back what arrives for an observer until it has heard its first value.
///
/// An observer is registered first and gets its first value afterwards, on the subscriber's thread;
/// what other threads deliver in between waits here, so that nothing is lost or comes out of order.
final class Opening<Item: Sendable>: Sendable {
  private let isOpen = Atomic(false)
  private let waiting = Lock<[Item]>([])

  /// Whether the item may be delivered now; if not, it is kept.
  func admits(_ item: Item) -> Bool {
    if isOpen.load(ordering: .acquiring) { return true }
    return waiting.withLock { waiting in
      if isOpen.load(ordering: .relaxed) { return true }
      waiting.append(item)
      return false
    }
  }

  /// Delivers what was kept, in order, and lets everything through from then on.
  func open(_ deliver: (Item) -> Void) {
    while true {
      let items = waiting.withLock { waiting in
        let items = waiting
        waiting = []
        if items.isEmpty { isOpen.store(true, ordering: .releasing) }
        return items
      }
      if items.isEmpty { return }
      for item in items { deliver(item) }
    }
  }
}
