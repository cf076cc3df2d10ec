import Synchronization

/// One observer of a property.
@MainActor
final class PropertyEntry<Value> {
  let body: @MainActor (Value) -> Void
  /// The value that the observer was told last, kept when values can be compared.
  var last: Value?
  var seen: UInt64
  private nonisolated let flag = Atomic(false)

  init(last: Value?, seen: UInt64, body: @escaping @MainActor (Value) -> Void) {
    self.last = last
    self.seen = seen
    self.body = body
  }

  nonisolated var isDisposed: Bool {
    flag.load(ordering: .acquiring)
  }

  /// Returns whether this was the first call.
  nonisolated func dispose() -> Bool {
    !flag.exchange(true, ordering: .acquiringAndReleasing)
  }
}

/// The observation of a property, which keeps the property alive until it is disposed of.
final class PropertyObservation<Value>: Disposable {
  private let entry: PropertyEntry<Value>
  private let property: Lock<Property<Value>?>

  init(_ entry: PropertyEntry<Value>, of property: Property<Value>) {
    self.entry = entry
    self.property = Lock(property)
  }

  var isDisposed: Bool {
    entry.isDisposed
  }

  func dispose() {
    guard entry.dispose() else { return }
    let property = property.withLock { stored in
      let taken = stored
      stored = nil
      return taken
    }
    guard let property else { return }
    // The list of observers belongs to the main actor; the flag already keeps the observer quiet.
    if MainScheduler.isCurrent {
      MainActor.assumeIsolated { property.core.remove(entry) }
    } else {
      MainScheduler.shared.schedule { [entry] in
        MainActor.assumeIsolated { property.core.remove(entry) }
      }
    }
  }
}
