import FoundationEssentials
import Glibc

/// Measures the signals of this package and of other libraries, and prints the rows as JSON.
do {
  let options = try Options(CommandLine.arguments.dropFirst())
  try SelfCheck.allocationCounter()
  if let subject = options.profiled {
    try Session(options).profile(subject)
  } else {
    var session = Session(options)
    let rows = try session.measure()
    let encoder = JSONEncoder()
    let lines = try rows.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    print("[\n" + lines.joined(separator: ",\n") + "\n]")
  }
} catch let failure as Failure {
  let line = "signals benchmark: \(failure.message)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(1)
}
