import Foundation
import TestServers
import Testing

/// Runs the program under strace, which makes one of its system calls fail or kills it there.
struct TracedProgram {
  /// Why it cannot be used here; nil when it can.
  static let obstacle: String? = {
    let probe = try? CommandRunner.run(
      ["strace", "-f", "-o", "/dev/null", "-e", "trace=fsync", "true"], environment: environment)
    guard let probe else { return "strace is not installed" }
    return probe.status == 0 ? nil : "strace may not trace here: \(probe.errors)"
  }()

  private static let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
  let binary: URL
  /// The value of `--data-dir`.
  let folder: String

  /// - Parameter injection: As strace's option `-e inject` expects it; nil to run without faults.
  func run(_ arguments: String..., injection: String? = nil) throws -> CommandRunner.Result {
    let tracer = injection.map { injection in
      ["strace", "-f", "-o", "/dev/null", "-e", "trace=\(calls(injection))"]
        + ["-e", "inject=\(injection)"]
    }
    return try CommandRunner.run(
      (tracer ?? []) + [binary.path] + arguments + ["--data-dir", folder],
      environment: Self.environment.merging(["HOME": folder]) { $1 })
  }

  private func calls(_ injection: String) -> String {
    String(injection.prefix { $0 != ":" })
  }
}
