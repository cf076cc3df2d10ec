/// Something that ends with a subscription: an observer's node, an inner subscription, work.
///
/// An entry belongs to one subscription at most.
@usableFromInline
class SubscriptionEntry: Disposable, @unchecked Sendable {
  /// The address of the previously added entry, which this entry owns; managed by the subscription.
  ///
  /// It is written before the entry is published and after the entry was taken out, by one thread
  /// each.
  final var next: UInt = 0

  @usableFromInline
  init() {}

  @usableFromInline var isDisposed: Bool { false }

  @usableFromInline
  func dispose() {}

  /// The entry as an address that carries a strong reference.
  final func retainedAddress() -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
  }

  /// Takes over the reference that an address carries.
  static func take(_ address: UInt) -> SubscriptionEntry? {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<SubscriptionEntry>.fromOpaque(pointer).takeRetainedValue()
  }

  final func takeNext() -> SubscriptionEntry? {
    defer { next = 0 }
    return Self.take(next)
  }
}

/// A disposable wrapped as an entry.
///
/// `@unchecked Sendable` repeats the superclass; this class adds a constant only.
final class DisposableEntry: SubscriptionEntry, @unchecked Sendable {
  private let disposable: any Disposable

  init(_ disposable: any Disposable) {
    self.disposable = disposable
  }

  override var isDisposed: Bool {
    disposable.isDisposed
  }

  override func dispose() {
    disposable.dispose()
  }
}

/// Entries that are released without being ended: the list at an address, which the parcel owns.
final class EntryParcel: Parcel {
  private let address: UInt

  init(_ address: UInt) {
    self.address = address
  }

  func empty() {
    var rest = SubscriptionEntry.take(address)
    while let entry = rest { rest = entry.takeNext() }
  }
}
