import Clocks

/// The measured cases; `SignalsCases` explains the letters.
enum CaseName: String, CaseIterable, Codable {
  case a, b2, b8, c1, c2, d, e1, e3, f, g, h, i
}

/// The measured subjects: a library, or a floor that no library can beat.
enum SubjectName: String, CaseIterable, Codable {
  case signals = "Signals"
  case openCombine = "OpenCombine"
  case asyncAlgorithms = "AsyncAlgorithms"
  case call
  case mutex
}

/// One workload of one subject, ready to run: its objects are built and subscribed.
struct Benchmark {
  /// The case, or nil for a figure that belongs to all cases.
  let name: CaseName?
  let subject: SubjectName
  /// The number of rounds per measurement.
  let rounds: Int
  /// The number of events per round; figures are per event.
  var eventsPerRound = 1
  var clock = CPUClock.thread
  /// Runs that many rounds.
  let run: (Int) -> Void
  /// Whether the observers received exactly what that many rounds send.
  ///
  /// It is called after each run and resets the count.
  let check: (Int) -> Bool
}
