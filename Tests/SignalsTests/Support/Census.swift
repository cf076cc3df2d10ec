import Synchronization

/// Something whose end a test can see.
final class Probe: Sendable {}

/// Counts the items that are alive.
final class Census: Sendable {
  private let living = Atomic(0)

  var count: Int { living.load(ordering: .acquiring) }

  /// A value with a number, counted until it goes.
  func item(_ number: Int) -> Item {
    living.add(1, ordering: .relaxed)
    return Item(number, self)
  }

  fileprivate func bury() {
    living.subtract(1, ordering: .acquiringAndReleasing)
  }
}

/// A value that is counted as long as somebody holds it.
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

  /// Keeps the item alive up to here, so that a closure that calls it holds it.
  @inline(never)
  func touch() {}
}
