import Clocks

/// One measurement of one subject, ready to run.
struct Workload {
  /// What an amount of work and its time are made into.
  enum Unit: String, Codable {
    /// `amount` is bytes.
    case megabytesPerSecond = "MB/s"
    /// `amount` is operations.
    case nanoseconds = "ns"
    case perSecond = "per s"

    func figure(amount: Int, nanoseconds: Double) -> Double {
      switch self {
      case .megabytesPerSecond: Double(amount) * 1000 / nanoseconds
      case .nanoseconds: nanoseconds / Double(amount)
      case .perSecond: Double(amount) * 1_000_000_000 / nanoseconds
      }
    }
  }

  let name: CaseName
  let subject: SubjectName
  let amount: Int
  let unit: Unit
  var clock = CPUClock.thread
  /// Proves that `run` does what it is measured for; it is called once, before all.
  let prove: () throws(Failure) -> Void
  /// Makes ready for one run; its time does not count.
  var prepare: () -> Void = {}
  /// Does the work once and releases what it made.
  let run: () throws(Failure) -> Void
}

/// Why there are no figures.
struct Failure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
