import Clocks

/// What is measured; the letters are explained where `SignalsCases` builds them.
enum CaseName: String, CaseIterable, Codable {
  case a, b2, b8, c1, c2, d, e1, e3, f, g, h, i
}

/// Who is measured: a library, or a floor that no library can go below.
enum SubjectName: String, CaseIterable, Codable {
  case signals = "Signals"
  case openCombine = "OpenCombine"
  case asyncAlgorithms = "AsyncAlgorithms"
  case call
  case mutex
}

/// One workload of one subject, ready to run: what it needs is built and subscribed.
struct Benchmark {
  /// The case, or none for a figure that belongs to all cases.
  let name: CaseName?
  let subject: SubjectName
  /// How many rounds one measurement makes.
  let rounds: Int
  /// How many events one round makes; the figures are per event.
  var eventsPerRound = 1
  var clock = CPUClock.thread
  /// Makes that many rounds.
  let run: (Int) -> Void
  /// Whether the observers heard exactly what that many rounds send.
  ///
  /// It is called after each run and forgets what was heard.
  let check: (Int) -> Bool
}
