import Synchronization

/// A reference that any thread reads without a lock while one thread at a time replaces it.
///
/// The word holds the object's address in its low 48 bits and, above them, the number of readers
/// that are about to retain it. A reader increments that number, retains the object and decrements
/// the number. A writer that finds pending readers retains the old object once for each of them
/// before it swaps. A reader that finds the object replaced releases that extra reference. So an
/// object outlives all its readers, and no thread waits.
struct AtomicReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let word = Atomic<UInt64>(0)

  private static var reader: UInt64 { 1 << 48 }
  private static var addressMask: UInt64 { reader - 1 }

  deinit {
    Self.object(in: word.load(ordering: .acquiring))?.release()
  }

  /// The current object, retained.
  func load() -> Object? {
    var current = word.load(ordering: .relaxed)
    repeat {
      guard current & Self.addressMask != 0 else { return nil }
      let (exchanged, original) = word.weakCompareExchange(
        expected: current, desired: current + Self.reader, ordering: .acquiring)
      if exchanged { break }
      current = original
    } while true
    let object = Self.object(in: current)?.takeUnretainedValue()
    withdraw(from: current & Self.addressMask)
    return object
  }

  /// Replaces the object and returns the old one; calls must not overlap.
  func exchange(_ object: Object?) -> Object? {
    let desired = Self.word(of: object)
    var current = word.load(ordering: .relaxed)
    let old = Self.object(in: current)
    var donated: UInt64 = 0
    while true {
      let readers = current >> 48
      while donated < readers {
        _ = old?.retain()
        donated += 1
      }
      while donated > readers {
        old?.release()
        donated -= 1
      }
      let (exchanged, original) = word.compareExchange(
        expected: current, desired: desired, ordering: .acquiringAndReleasing)
      if exchanged { return old?.takeRetainedValue() }
      current = original
    }
  }

  private func withdraw(from address: UInt64) {
    var current = word.load(ordering: .relaxed)
    while current & Self.addressMask == address, current >= Self.reader {
      let (exchanged, original) = word.weakCompareExchange(
        expected: current, desired: current - Self.reader, ordering: .releasing)
      if exchanged { return }
      current = original
    }
    Self.object(in: address)?.release()
  }

  private static func object(in word: UInt64) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: UInt(word & addressMask)).map { Unmanaged.fromOpaque($0) }
  }

  private static func word(of object: Object?) -> UInt64 {
    guard let object else { return 0 }
    let address = UInt64(UInt(bitPattern: Unmanaged.passRetained(object).toOpaque()))
    precondition(address & ~addressMask == 0, "addresses have 48 bits")
    return address
  }
}
