import Clocks

/// One measurement of one subject, ready to run.
struct Workload {
  /// How an amount of work and its time become a figure.
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
  /// Checks that `run` does the work it is measured for; called once, before all runs.
  let prove: () throws(Failure) -> Void
  /// Prepares one run; its time does not count.
  var prepare: () -> Void = {}
  /// Does the work once and releases its results.
  let run: () throws(Failure) -> Void
}

/// Why there are no figures.
struct Failure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
