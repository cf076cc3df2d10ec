import Synchronization

/// One observer of a property.
///
/// Everything but the flag is confined to the main actor.
@usableFromInline
class PropertyEntry: @unchecked Sendable {
  /// The version that the observer received last.
  @usableFromInline @exclusivity(unchecked) final var seen: UInt64
  /// The slot in the property's list, or -1.
  @exclusivity(unchecked) final var index = -1
  /// Disposed of during a delivery; removed when the delivery ends.
  @exclusivity(unchecked) final var isLeaving = false
  private final let flag = Atomic(false)

  @usableFromInline
  init(seen: UInt64) {
    self.seen = seen
  }

  @usableFromInline final var isDisposed: Bool {
    flag.load(ordering: .acquiring)
  }

  /// Returns whether this was the first call.
  final func dispose() -> Bool {
    !flag.exchange(true, ordering: .acquiringAndReleasing)
  }
}

/// An observer of values of one type.
@usableFromInline
final class PropertyObserver<Value>: PropertyEntry, @unchecked Sendable {
  @usableFromInline let body: (Value) -> Void
  /// The value that the observer received when it was added in the middle of a batch.
  @usableFromInline @exclusivity(unchecked) var last: Value?

  @inlinable
  init(seen: UInt64, last: Value?, body: MainClosure<Value>) {
    self.body = body.call
    self.last = last
    super.init(seen: seen)
  }
}

/// The observation of a property, which keeps the property alive until it is disposed of.
///
/// `@unchecked Sendable` is correct because only the first caller of `dispose()` accesses the
/// property.
@usableFromInline
final class PropertyObservation<Value>: Disposable, @unchecked Sendable {
  private let entry: PropertyEntry
  private var property: Property<Value>?

  @usableFromInline
  init(_ entry: PropertyEntry, of property: Property<Value>) {
    self.entry = entry
    self.property = property
  }

  @usableFromInline var isDisposed: Bool {
    entry.isDisposed
  }

  @usableFromInline
  func dispose() {
    guard entry.dispose(), let property else { return }
    self.property = nil
    // The list of observers is confined to the main actor; the flag already silences the observer.
    if MainScheduler.isCurrent {
      MainActor.assumeIsolated { property.core.remove(entry) }
    } else {
      MainScheduler.shared.schedule { [entry] in
        MainActor.assumeIsolated { property.core.remove(entry) }
      }
    }
  }
}
