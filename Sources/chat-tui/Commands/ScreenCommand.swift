import ArgumentParser
import Glibc

/// `chat-tui screen`: opens the screen, like `chat-tui` without a subcommand.
struct ScreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Open the screen (the default).")

  @OptionGroup var common: CommonOptions

  func run() throws {
    let directories = try common.directories()
    let status = try MainActor.assumeIsolated { try Screen.run(directories: directories) }
    Glibc.exit(status)
  }
}
