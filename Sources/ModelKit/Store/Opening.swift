import Signals
import Synchronization

/// Holds back items for an observer until it has received its first value.
///
/// An observer is registered first and receives its first value afterwards, on the subscriber's
/// thread. Items that other threads deliver in between wait here, so nothing is lost or out of
/// order.
final class Opening<Item: Sendable>: Sendable {
  private let isOpen = Atomic(false)
  private let waiting = Lock<[Item]>([])

  /// Whether the item may be delivered now; if not, it is queued.
  func admits(_ item: Item) -> Bool {
    if isOpen.load(ordering: .acquiring) { return true }
    return waiting.withLock { waiting in
      if isOpen.load(ordering: .relaxed) { return true }
      waiting.append(item)
      return false
    }
  }

  /// Delivers the queued items, in order, and admits everything from then on.
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
