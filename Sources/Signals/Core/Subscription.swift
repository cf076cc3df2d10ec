public import Synchronization

/// The handle of one subscription, which ends everything upstream of an observer.
///
/// The whole state is one word, so the check before an event is a single load. Entries form an
/// intrusive linked list. Disposal takes the list with one atomic exchange and ends the entries in
/// the order in which they were added. The subscription periodically drops entries that ended by
/// themselves.
@usableFromInline
class Subscription: SubscriptionEntry, @unchecked Sendable {
  /// 0: alive without entries; 1: disposed of; otherwise alive, and the address of the newest
  /// entry.
  @usableFromInline final let word = Atomic<UInt>(0)
  /// The number of entries that may be added before the next search for ended ones.
  ///
  /// Racing adds may miscount, which only shifts the time of the search.
  private final let addsLeft = Atomic<Int>(16)

  @usableFromInline
  override init() {}

  deinit {
    let address = word.load(ordering: .acquiring)
    if address > 1 { DeferredRelease.empty(EntryParcel(address)) }
  }

  @inlinable final override var isDisposed: Bool {
    word.load(ordering: .acquiring) == 1
  }

  /// Adds an entry, or ends it at once if this subscription has ended.
  @usableFromInline
  final func add(_ entry: SubscriptionEntry) {
    guard push(entry) else { return entry.dispose() }
    let left = addsLeft.load(ordering: .relaxed) - 1
    addsLeft.store(left, ordering: .relaxed)
    if left <= 0 { prune() }
  }

  /// Adds any disposable, or disposes of it at once if this subscription has ended.
  @usableFromInline
  final func add(_ disposable: any Disposable) {
    add(DisposableEntry(disposable))
  }

  /// Ends the subscription; only the first call has an effect.
  @usableFromInline
  final override func dispose() {
    _ = end()
  }

  /// Ends the subscription; false if it had ended before.
  @usableFromInline
  final func end() -> Bool {
    let newest = word.exchange(1, ordering: .acquiringAndReleasing)
    guard newest > 1 else { return newest == 0 }
    var rest = Self.inOrder(newest)
    while let entry = rest {
      rest = entry.takeNext()
      entry.dispose()
    }
    return true
  }

  private final func push(_ entry: SubscriptionEntry) -> Bool {
    while true {
      let current = word.load(ordering: .acquiring)
      guard current != 1 else { return false }
      entry.next = current
      if word.compareExchange(
        expected: current, desired: entry.retainedAddress(), ordering: .acquiringAndReleasing
      ).exchanged {
        return true
      }
      entry.next = 0
      Unmanaged.passUnretained(entry).release()
    }
  }

  /// Takes all entries out and puts the living ones back.
  ///
  /// If the subscription ends meanwhile, `push` refuses the entries that were taken out and ends
  /// them.
  private final func prune() {
    guard let newest = takeAll() else { return }
    var living = 0
    var rest = Self.inOrder(newest)
    while let entry = rest {
      rest = entry.takeNext()
      guard !entry.isDisposed else { continue }
      living += 1
      if !push(entry) { entry.dispose() }
    }
    addsLeft.store(max(16, living * 2), ordering: .relaxed)
  }

  private final func takeAll() -> UInt? {
    while true {
      let current = word.load(ordering: .acquiring)
      guard current > 1 else { return nil }
      if word.compareExchange(expected: current, desired: 0, ordering: .acquiringAndReleasing)
        .exchanged
      {
        return current
      }
    }
  }

  /// Reverses the list from newest-first to oldest-first.
  private static func inOrder(_ newest: UInt) -> SubscriptionEntry? {
    var head = take(newest)
    guard let first = head, first.next != 0 else { return head }
    var rest = first.takeNext()
    while let entry = rest {
      rest = entry.takeNext()
      if let head { entry.next = head.retainedAddress() }
      head = entry
    }
    return head
  }
}
