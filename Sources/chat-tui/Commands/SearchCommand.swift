import ArgumentParser
import Controllers
import Models
import Signals
import ViewModels

/// `chat-tui search`: finds messages that this machine keeps.
struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find messages on this machine, newest first; needs no network.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var account: AccountOption

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Option(help: "The largest number of messages.")
  var limit = 50

  @Argument(
    help: """
      The words that a message must contain; from:NAME for those of one person, after:2026-05-31 and \
      before:2026-05-31 for those of a time.
      """)
  var words: [String]

  func validate() throws {
    guard (1...10_000).contains(limit) else {
      throw ValidationError("--limit is a number from 1 to 10000")
    }
    if let problem = SearchText.problem(with: SearchTerms(query)) {
      throw ValidationError(problem)
    }
  }

  private var query: String { SearchTerms.text(ofArguments: words) }

  func run() throws {
    let directories = try common.directories()
    let (json, limit, query) = (json, limit, query)
    let times = SearchTerms(query).times { LocalTime.secondsEastOfUTC(at: $0) }
    let account = account
    Blocking.run { @MainActor in
      let composition = Composition.forCommand(directories)
      let session = try await composition.restoredSession(of: account)
      let search = session.search.messages(containing: query, sent: times, in: nil, limit: limit)
      let found = try await search.first() ?? []
      for record in found.map({ FoundRecord($0) }) {
        if json {
          Output.standardOutput(try JSONOutput.text(record))
        } else {
          Output.line(record.line)
        }
      }
    }
  }
}

/// A message as `search --json` prints it.
struct FoundRecord: Encodable {
  let room: String
  let event: String?
  let sender: String
  /// Milliseconds since 1970.
  let time: Int64
  let text: String
  /// For people.
  let line: String

  private enum CodingKeys: CodingKey {
    case room, event, sender, time, text
  }

  @MainActor
  init(_ found: FoundMessage) {
    room = found.room.id.rawValue
    event = found.message.eventID?.rawValue
    sender = found.sender.id.rawValue
    time = found.message.timestamp.milliseconds
    text = FoundText.words(found)
    line = FoundText.line(found)
  }
}
