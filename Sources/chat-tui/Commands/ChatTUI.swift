import ArgumentParser

/// `chat-tui`: opens the screen unless a subcommand is given.
struct ChatTUI: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat-tui",
    abstract: "A Matrix messaging client for the terminal.",
    discussion: """
      Without a subcommand chat-tui opens its screen; F1 shows the keys there.
      Options may stand before the subcommand too; of one given twice the last counts.
      Exit codes: 0 done, 1 failed with one line on standard error, 2 wrong usage,
      3 as 1, because serve cannot use its data.
      """,
    version: "chat-tui 0.1.0",
    subcommands: [
      ScreenCommand.self, LoginCommand.self, LogoutCommand.self, RoomsCommand.self,
      SearchCommand.self, TailCommand.self, ExportCommand.self, SendCommand.self,
      ProfileCommand.self, ConfigCommand.self, DoctorCommand.self, ServeCommand.self,
      ReportsCommand.self,
    ],
    defaultSubcommand: ScreenCommand.self)

  /// The names of the subcommands.
  static var subcommandNames: Set<String> {
    Set(configuration.subcommands.compactMap { $0.configuration.commandName })
  }
}

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Option(
    name: .customLong("data-dir"),
    help: ArgumentHelp(
      "Keep all files in this folder instead of the XDG folders.", valueName: "dir"))
  var dataDirectory: String?

  func directories() throws -> Directories {
    try Directories(dataDirectory: dataDirectory)
  }
}
