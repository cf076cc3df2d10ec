import FoundationEssentials
import Glibc

/// Measures the models of this package and other JSON readers, and prints the rows as JSON.
do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if let subject = options.peak {
    try Report.print([try Peaks.measure(subject, options)])
  } else {
    try Report.print(
      try Session.measure(try AllCases.workloads(options), repeats: options.repeats))
  }
} catch let failure as Failure {
  let line = "models benchmark: \(failure.message)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(1)
}

enum Report {
  static func print(_ rows: [some Encodable]) throws {
    let encoder = JSONEncoder()
    let lines = try rows.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    Swift.print("[\n" + lines.joined(separator: ",\n") + "\n]")
  }
}
