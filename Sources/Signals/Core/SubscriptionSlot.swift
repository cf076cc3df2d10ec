import Synchronization

/// An entry that holds one subscription at a time.
///
/// `@unchecked Sendable` repeats the superclass; this class adds an atomic word only.
@usableFromInline
final class SubscriptionSlot: SubscriptionEntry, @unchecked Sendable {
  /// 0: empty; 1: disposed of; otherwise the address of the subscription, which the slot owns.
  private let word = Atomic<UInt>(0)

  @usableFromInline
  override init() {}

  deinit {
    let address = word.load(ordering: .acquiring)
    if address > 1 { DeferredRelease.empty(EntryParcel(address)) }
  }

  @usableFromInline override var isDisposed: Bool {
    word.load(ordering: .acquiring) == 1
  }

  /// Ends the previous subscription; ends the new one at once if the slot is disposed of.
  @usableFromInline
  func replace(with subscription: Subscription) {
    while true {
      let current = word.load(ordering: .acquiring)
      guard current != 1 else { return subscription.dispose() }
      if word.compareExchange(
        expected: current, desired: subscription.retainedAddress(),
        ordering: .acquiringAndReleasing
      ).exchanged {
        SubscriptionEntry.take(current)?.dispose()
        return
      }
      Unmanaged.passUnretained(subscription).release()
    }
  }

  @usableFromInline
  override func dispose() {
    let current = word.exchange(1, ordering: .acquiringAndReleasing)
    if current > 1 { SubscriptionEntry.take(current)?.dispose() }
  }
}
