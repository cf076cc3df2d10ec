import ArgumentParser
import Glibc
import Spelling

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

  @Flag(
    inversion: .prefixedNo, help: "Tell others that you are writing.")
  var typingNotices = true

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
    if let notify, NoticeWays(notify) == nil {
      throw ValidationError("--notify takes some of bell,desktop,title, or off")
    }
    if let spelling, spelling != "off", SpellingLanguages.list(spelling) == nil {
      throw ValidationError("--spelling takes languages such as de,en_US, or off")
    }
    guard (0...60).contains(undoSeconds) else {
      throw ValidationError("--undo-seconds takes a number from 0 to 60")
    }
  }

  func run() throws {
    try Self.run(
      common.directories(),
      ScreenSettings(
        undoPause: .seconds(undoSeconds), sendsTyping: typingNotices,
        hasPrivateReceipts: privateReceipts, reportsMouse: mouse,
        spelling: spelling.map { $0 == "off" ? [] : SpellingLanguages.list($0) ?? [] },
        noticeWays: notify.flatMap { NoticeWays($0) } ?? .all,
        noticeCommand: (notifyCommand ?? "").split { $0.isWhitespace }.map(String.init)))
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
    _ directories: Directories, _ settings: ScreenSettings = ScreenSettings()
  ) throws -> Never {
    let status = try MainActor.assumeIsolated {
      try Screen.run(directories: directories, settings: settings)
    }
    Glibc.exit(status)
  }
}

/// What the command line says of the screen.
struct ScreenSettings {
  /// For how long a message can be taken back before it goes out.
  var undoPause = Duration.zero
  /// Whether others are told that the account is writing.
  var sendsTyping = true
  /// Whether only the account's own devices are told what it has read.
  var hasPrivateReceipts = false
  /// Whether the terminal tells clicks and turns of the wheel, and no longer selects text by itself.
  var reportsMouse = false
  /// The languages in which words are checked; empty for none, nil for that of the locale.
  var spelling: [String]?
  /// How the user is told of new messages.
  var noticeWays = NoticeWays.all
  /// The program that is run for new messages, with its options; empty for none.
  var noticeCommand: [String] = []
}

/// The ways to tell the user of new messages.
struct NoticeWays: OptionSet {
  let rawValue: Int

  static let bell = NoticeWays(rawValue: 1)
  static let desktop = NoticeWays(rawValue: 2)
  static let title = NoticeWays(rawValue: 4)
  static let all: NoticeWays = [.bell, .desktop, .title]

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Reads words separated by commas; nil when one is unknown.
  init?(_ text: String) {
    self = []
    guard text != "off" else { return }
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch word {
      case "bell": insert(.bell)
      case "desktop": insert(.desktop)
      case "title": insert(.title)
      default: return nil
      }
    }
  }
}
