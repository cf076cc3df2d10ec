/// A number behind a raw pointer, to which observers add the values they receive.
///
/// A pointer avoids exclusivity checks and reference counting that would be billed to a library.
/// Unchecked because one thread at a time accesses it: the delivering thread, then the one that
/// takes the sum; a semaphore orders the two if they differ.
struct Total: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<Int>

  /// Makes a number that is never freed, because benchmarks live as long as the program.
  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: 0)
  }

  @inline(__always)
  func add(_ value: Int) {
    pointer.pointee &+= value
  }

  /// Returns the sum and resets it to zero.
  func take() -> Int {
    defer { pointer.pointee = 0 }
    return pointer.pointee
  }
}

/// The sum of all numbers from zero up to but excluding `count`.
func sum(below count: Int) -> Int {
  count * (count - 1) / 2
}
