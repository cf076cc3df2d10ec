/// One run of the program: all benchmarks in turn, repeatedly.
@MainActor
struct Session {
  private let options: Options
  private var measurements: [Measurement] = []
  private var call = Measurement(FloorCases.call())
  private var mutex = Measurement(FloorCases.mutex())
  private var callInC = Measurement(FloorCases.callInC())

  init(_ options: Options) {
    self.options = options
    let all = SignalsCases.all + OpenCombineCases.all + AsyncAlgorithmsCases.all
    let benchmarks = all.map { $0() }
    for name in CaseName.allCases where options.cases.contains(name) {
      measurements += benchmarks.filter { $0.name == name }.map { Measurement($0) }
    }
  }

  /// Times every benchmark once in each repeat, so that a slow moment of the machine spoils one
  /// repeat of all and not all repeats of one; then counts allocations.
  mutating func measure() throws(Failure) -> [Row] {
    try forEach { measurement throws(Failure) in try measurement.warmUp() }
    for _ in 0..<options.repeats {
      try forEach { measurement throws(Failure) in try measurement.time() }
    }
    try forEach { measurement throws(Failure) in try measurement.countAllocations() }
    try SelfCheck.floor(call.nanosecondsPerEvent, cCall: callInC.nanosecondsPerEvent)
    return rows
  }

  /// Runs the benchmarks of one subject only, many times, for a sampling profiler.
  func profile(_ subject: SubjectName) throws(Failure) {
    for measurement in measurements where measurement.benchmark.subject == subject {
      for _ in 0..<options.repeats { try measurement.warmUp() }
    }
  }

  private mutating func forEach(
    _ body: (inout Measurement) throws(Failure) -> Void
  ) throws(Failure) {
    try body(&call)
    try body(&mutex)
    try body(&callInC)
    for index in measurements.indices { try body(&measurements[index]) }
  }

  /// The floors have a row in every case, so that rows can be joined by case.
  private var rows: [Row] {
    let floor = call.nanosecondsPerEvent
    return CaseName.allCases.filter { options.cases.contains($0) }.flatMap { name in
      (measurements.filter { $0.benchmark.name == name } + [call, mutex])
        .map { Row($0, name: name, floor: floor) }
    }
  }
}
