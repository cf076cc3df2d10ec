import AllocationCounter

/// Checks that the instruments work; without them the figures would be meaningless.
enum SelfCheck {
  private final class Allocated {}

  /// The counter counts the allocations of Swift and C, and reports none where there are none.
  static func allocationCounter() throws(Failure) {
    try expect(0, "nothing") {}
    try expect(allocation_counter_exercise(), "C functions") { _ = allocation_counter_exercise() }
    // Kept, so that the compiler cannot put them on the stack.
    var objects: [Allocated] = []
    objects.reserveCapacity(1000)
    try expect(1000, "Swift objects") {
      for _ in 0..<1000 { objects.append(Allocated()) }
    }
    guard Set(objects.map { ObjectIdentifier($0) }).count == 1000 else {
      throw Failure("the allocated objects are not there")
    }
  }

  /// The floor costs about as much as a call through a function pointer in C.
  static func floor(_ floor: Double, cCall: Double) throws(Failure) {
    guard floor <= 1.5 * cCall else {
      throw Failure("the floor takes \(floor) ns, but the same call in C takes \(cCall) ns")
    }
  }

  private static func expect(
    _ expected: Int, _ what: String, _ body: () -> Void
  ) throws(Failure) {
    allocation_counter_start()
    body()
    let count = allocation_counter_stop()
    guard count == expected else {
      throw Failure("counted \(count) allocations instead of \(expected) (\(what))")
    }
  }
}
