import ArgumentParser
import Controllers
import Models
import Signals
import ViewModels

/// `chat-tui export`: writes what this machine keeps of a room.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract:
      "Write all messages of a room that this machine keeps, oldest first; needs no network.",
    discussion: """
      Messages are as they are now, with those of threads (>) among the others; the lines of one after \
      the first are indented. A line on standard error says how many there were, and whether messages \
      are missing: those that the screen has never loaded are on the server alone.
      """)

  @OptionGroup var common: CommonOptions
  @OptionGroup var account: AccountOption

  @Flag(help: "Write one JSON object per line.")
  var json = false

  @Flag(help: "Write all rooms, each to a file in the new folder that --output names.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Write to this new file, which only you can read, instead of standard output.",
      valueName: "file"))
  var output: String?

  @Argument(help: "The room: its ID, an alias, its exact name, or a person you have a chat with.")
  var room: String?

  func validate() throws {
    guard all == (room == nil) else {
      throw ValidationError("give a room, or --all for all of them")
    }
    guard !all || output != nil else { throw ValidationError("--all needs --output <folder>") }
  }

  func run() throws {
    let directories = try common.directories()
    let (name, json, path) = (room, json, output)
    let account = account
    Blocking.run(deadlineSeconds: nil) { @MainActor in
      let composition = Composition.forCommand(directories)
      let session = try await composition.restoredSession(of: account)
      let rooms = try await session.history.keptRooms().first() ?? []
      guard !rooms.isEmpty else { throw Self.nothingKept }
      guard let name else {
        return try await Self.writeAll(rooms, of: session.history, json: json, to: path ?? "")
      }
      let room = try RoomChoice.room(named: name, in: rooms)
      let summary = try await Self.write(room, of: session.history, json: json, to: path)
      Output.note(summary)
    }
  }

  private static let nothingKept = CommandFailure(
    message: "this machine keeps no messages: open chat-tui once")

  @MainActor
  private static func writeAll(
    _ rooms: [Room], of history: any HistoryController, json: Bool, to path: String
  ) async throws {
    let rooms = try await Export.entered(rooms, history)
    guard !rooms.isEmpty else { throw nothingKept }
    var folder = try ExportFolder(path: path, ending: json ? "jsonl" : "txt")
    for room in rooms.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
      let place = folder.place(of: Names.text(room))
      Output.note("\(place): \(try await write(room, of: history, json: json, to: place))")
    }
  }

  /// Writes one room; returns what there was of it, in words.
  @MainActor
  private static func write(
    _ room: Room, of history: any HistoryController, json: Bool, to path: String?
  ) async throws -> String {
    let extent = try await history.keptExtent(of: room.id).first()
    let count = try await write(
      Export(history: history, room: room.id), as: EntryOutput(json: json), to: path)
    return Export.summary(count, extent ?? HistoryExtent(hasOlder: true, gapCount: 0))
  }

  @MainActor
  private static func write(
    _ export: Export, as output: EntryOutput, to path: String?
  ) async throws -> Int {
    guard let path else {
      return try await export.run { Output.standardOutput(try output.string($0)) }
    }
    let file = try NewTextFile(path: path)
    let count = try await export.run { try file.write(output.string($0)) }
    try file.finish()
    return count
  }
}
