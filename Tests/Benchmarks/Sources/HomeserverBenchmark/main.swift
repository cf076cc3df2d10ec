import FoundationEssentials
import Glibc

/// Loads a homeserver according to a JSON file, and prints the results as JSON.
do {
  guard CommandLine.arguments.count == 2 else { throw Failure("name the file of the plan") }
  let plan = try Plan(path: CommandLine.arguments[1])
  let report = try Load(plan).run()
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  print(String(decoding: try encoder.encode(report), as: UTF8.self))
} catch {
  let line = "homeserver benchmark: \(error)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(1)
}
