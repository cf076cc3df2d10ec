/// Something that a subscription ends: an observer's place in a list, an inner subscription, work.
///
/// An entry stands in one subscription at most.
@usableFromInline
class SubscriptionEntry: Disposable, @unchecked Sendable {
  /// The address of the entry that was added before, which this one owns; the subscription's.
  ///
  /// It is written before the entry is published and after it was taken out, by one thread each.
  final var next: UInt = 0

  @usableFromInline
  init() {}

  @usableFromInline var isDisposed: Bool { false }

  @usableFromInline
  func dispose() {}

  /// The entry itself as a number, with a reference that belongs to the number.
  final func retainedAddress() -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
  }

  /// Takes over the reference of an address.
  static func take(_ address: UInt) -> SubscriptionEntry? {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<SubscriptionEntry>.fromOpaque(pointer).takeRetainedValue()
  }

  final func takeNext() -> SubscriptionEntry? {
    defer { next = 0 }
    return Self.take(next)
  }
}

/// Any disposable as an entry.
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

/// Entries that nobody will end: the list at an address, which the parcel owns.
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
