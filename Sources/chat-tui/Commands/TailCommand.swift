import ArgumentParser
import Controllers
import Glibc
import Models
import Signals
import ViewModels

/// `chat-tui tail`: shows what happens in a room.
struct TailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Show a room's newest messages, then each new one as it comes.",
    discussion: """
      Runs until it is interrupted. Each message has the time of its sending; > before the name marks \
      one of a thread, ~ the new text of a message that its sender changed. Messages that came while \
      there was no connection follow when it is back. What is shown is not marked as read.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var account: AccountOption

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Option(
    help: ArgumentHelp("With how many messages to begin (0 to 500).", valueName: "number"))
  var lines = 10

  @Argument(help: "The room: its ID, an alias, its exact name, or a person you have a chat with.")
  var room: String

  func validate() throws {
    guard (0...500).contains(lines) else {
      throw ValidationError("--lines is a number from 0 to 500")
    }
  }

  func run() throws {
    let directories = try common.directories()
    let (name, json, lines) = (room, json, lines)
    let account = account
    Self.endOnInterruption()
    Blocking.run(deadlineSeconds: nil) { @MainActor in
      let composition = Composition.forCommand(directories)
      let session = try await composition.restoredSession(of: account)
      let rooms = try await composition.currentRooms(of: session)
      let room = try RoomChoice.joined(name, in: rooms)
      let watches = CompositeDisposable()
      defer { watches.dispose() }
      watches.add(
        session.end(of: room.id, unless: composition.sessions.ending.signal)
          .subscribe { Output.fail($0) })
      watches.add(session.absences.subscribe { Output.note("no connection: \($0)") })
      let output = EntryOutput(json: json)
      try await Tail(history: session.history, room: room.id).run(lines: lines) { entry in
        Output.standardOutput(try output.string(entry))
      }
    }
  }

  /// Interruption is how the command is meant to end.
  private static func endOnInterruption() {
    // In a handler, and not on a queue: the program may be waiting for whoever reads its output.
    if !EndingSignal.isIgnored(SIGINT) { signal(SIGINT) { _ in _exit(0) } }
    signal(SIGTERM) { _ in _exit(0) }
  }
}
