import ArgumentParser
import Controllers
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
  var undoSeconds: Int?

  @Flag(
    inversion: .prefixedNo, help: "Tell others that you are writing.")
  var typingNotices: Bool?

  @Flag(help: "Let only your own devices know what you have read.")
  var privateReceipts = false

  @Flag(help: "Use the mouse here; the terminal then selects text only with Shift held.")
  var mouse = false

  @Option(
    help: ArgumentHelp(
      "Mark misspelled words of these languages, such as de,en_US; off for none. By default, "
        + "that of the locale.", valueName: "languages"))
  var spelling: String?

  @Option(
    help: ArgumentHelp(
      "How to tell of new messages: some of bell,desktop,title, or off. By default, all of them.",
      valueName: "ways"))
  var notify: String?

  @Option(
    help: ArgumentHelp(
      "A program that is run for new messages, with a title and a text as its last arguments.",
      valueName: "command"))
  var notifyCommand: String?

  func validate() throws {
    _ = try choices()
  }

  /// What the options fix for this run.
  func choices() throws(ValidationError) -> CommandLineChoices {
    var choices = CommandLineChoices()
    if let undoSeconds {
      try choices.fix("input.undo-seconds", by: "--undo-seconds", to: .number(undoSeconds))
    }
    if let typingNotices {
      try choices.fix(
        "privacy.typing-notices", by: typingNotices ? "--typing-notices" : "--no-typing-notices",
        to: .flag(typingNotices))
    }
    if privateReceipts {
      try choices.fix("privacy.read-receipts", by: "--private-receipts", to: .text("private"))
    }
    if mouse { try choices.fix("input.mouse", by: "--mouse", to: .flag(true)) }
    if let spelling { try choices.fix("input.spelling", by: "--spelling", to: .text(spelling)) }
    if let notify {
      let ways =
        notify == "off" ? [] : notify.split(separator: ",", omittingEmptySubsequences: false)
      try choices.fix("notifications.ways", by: "--notify", to: .words(ways.map(String.init)))
    }
    if let notifyCommand {
      try choices.fix("notifications.command", by: "--notify-command", to: .text(notifyCommand))
    }
    return choices
  }

  func run() throws {
    try Self.run(common.directories(), choices())
  }

  /// Opens the screen for the arguments of most starts; returns false for others.
  ///
  /// Parsing any arguments takes a thirtieth of the time until the first messages show.
  static func runPlain(_ arguments: [String]) throws -> Bool {
    switch arguments.count {
    case 0: try run(Directories(dataDirectory: nil))
    case 2 where arguments[0] == "--data-dir" && !arguments[1].hasPrefix("-"):
      try run(Directories(dataDirectory: arguments[1]))
    default: return false
    }
  }

  private static func run(
    _ directories: Directories, _ choices: CommandLineChoices = CommandLineChoices()
  ) throws -> Never {
    let status = try MainActor.assumeIsolated {
      try Screen.run(directories: directories, choices: choices)
    }
    Glibc.exit(status)
  }
}
