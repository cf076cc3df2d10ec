import ArgumentParser
import Glibc

/// `chat-tui screen`: opens the screen, like `chat-tui` without a subcommand.
struct ScreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Open the screen (the default).")

  @OptionGroup var common: CommonOptions

  @Option(
    help: ArgumentHelp(
      "Wait so long before a message goes out, in which u takes it back (0 to 60).",
      valueName: "seconds"))
  var undoSeconds = 0

  func validate() throws {
    guard (0...60).contains(undoSeconds) else {
      throw ValidationError("--undo-seconds takes a number from 0 to 60")
    }
  }

  func run() throws {
    let directories = try common.directories()
    let pause = Duration.seconds(undoSeconds)
    let status = try MainActor.assumeIsolated {
      try Screen.run(directories: directories, undoPause: pause)
    }
    Glibc.exit(status)
  }
}
