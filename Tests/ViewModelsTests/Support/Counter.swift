import Synchronization

/// Counts what happens on any thread.
final class Counter: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func increase() {
    number.withLock { $0 += 1 }
  }
}
