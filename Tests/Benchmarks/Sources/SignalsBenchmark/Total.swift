/// A number behind a raw pointer, to which observers add what they hear.
///
/// A pointer, so that no exclusivity check and no reference counting is billed to a library.
/// Unchecked because one thread at a time touches it: the one that delivers, then the one that
/// takes the sum, ordered by a semaphore where these are two.
struct Total: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<Int>

  /// Makes a number that is never freed, as the benchmarks live as long as the program.
  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: 0)
  }

  @inline(__always)
  func add(_ value: Int) {
    pointer.pointee &+= value
  }

  /// The sum so far, and starts again from zero.
  func take() -> Int {
    defer { pointer.pointee = 0 }
    return pointer.pointee
  }
}

/// The sum of all numbers from zero to below `count`.
func sum(below count: Int) -> Int {
  count * (count - 1) / 2
}
