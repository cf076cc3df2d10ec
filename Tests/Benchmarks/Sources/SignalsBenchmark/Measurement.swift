import AllocationCounter

/// The figures of one benchmark so far.
struct Measurement {
  let benchmark: Benchmark
  private(set) var nanosecondsPerEvent = Double.infinity
  private(set) var allocationsPerEvent = 0.0

  private var events: Double {
    Double(benchmark.rounds * benchmark.eventsPerRound)
  }

  init(_ benchmark: Benchmark) {
    self.benchmark = benchmark
  }

  /// Runs once without timing, to fill caches and create lazy objects.
  func warmUp() throws(Failure) {
    benchmark.run(benchmark.rounds)
    try check()
  }

  /// Runs once and keeps the best time.
  mutating func time() throws(Failure) {
    let start = benchmark.clock.nanoseconds
    benchmark.run(benchmark.rounds)
    let end = benchmark.clock.nanoseconds
    nanosecondsPerEvent = min(nanosecondsPerEvent, Double(end - start) / events)
    try check()
  }

  /// Runs once and counts the allocations of the process.
  mutating func countAllocations() throws(Failure) {
    allocation_counter_start()
    benchmark.run(benchmark.rounds)
    let count = allocation_counter_stop()
    allocationsPerEvent = Double(count) / events
    try check()
  }

  private func check() throws(Failure) {
    guard benchmark.check(benchmark.rounds) else {
      let name = benchmark.name?.rawValue ?? "floor"
      throw Failure("\(benchmark.subject.rawValue) \(name): wrong events were delivered")
    }
  }
}

/// Why there are no figures.
struct Failure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
