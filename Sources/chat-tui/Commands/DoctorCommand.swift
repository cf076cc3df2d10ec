import ArgumentParser

/// `chat-tui doctor`: checks what the program needs.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the terminal, the preferences, the accounts and their servers.",
    discussion: """
      Prints a line for each thing: ok, warning or failed, and what to do. Changes nothing and prints \
      no secrets. The exit code is 1 if something failed.
      """)

  @OptionGroup var common: CommonOptions

  func run() throws {
    let directories = try common.directories()
    Blocking.run { @MainActor in
      var failures = 0
      await Doctor(directories).run { finding in
        if finding.level == .failed { failures += 1 }
        Output.line(finding.line)
      }
      guard failures == 0 else {
        throw CommandFailure(message: "\(failures) of these failed")
      }
    }
  }
}
