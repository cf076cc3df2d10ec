import Synchronization

/// An object whose release a test can observe.
final class Probe: Sendable {}

/// Counts the live items.
final class Census: Sendable {
  private let living = Atomic(0)

  var count: Int { living.load(ordering: .acquiring) }

  /// A value with a number, counted until it is released.
  func item(_ number: Int) -> Item {
    living.add(1, ordering: .relaxed)
    return Item(number, self)
  }

  fileprivate func bury() {
    living.subtract(1, ordering: .acquiringAndReleasing)
  }
}

/// A value that is counted while it is retained.
final class Item: Sendable, Equatable {
  let number: Int
  private let census: Census

  fileprivate init(_ number: Int, _ census: Census) {
    self.number = number
    self.census = census
  }

  deinit {
    census.bury()
  }

  static func == (left: Item, right: Item) -> Bool {
    left.number == right.number
  }

  /// Keeps the item alive up to this call, so that a closure that calls it retains it.
  @inline(never)
  func touch() {}
}
