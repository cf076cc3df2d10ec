import Controllers
import Models
import ViewModels

/// An entry of a room's history as `tail --json` and `export --json` print it: what `search --json` prints, and
/// a little more.
struct EntryRecord: Encodable {
  private enum CodingKeys: CodingKey {
    case change, thread
  }

  private let found: FoundRecord
  /// "edit" or "removal"; nil for a message.
  private let change: String?
  /// The event that begins the thread of the message.
  private let thread: String?

  @MainActor
  init(_ entry: HistoryEntry) {
    found = FoundRecord(entry.found)
    thread = entry.found.message.threadRoot?.rawValue
    change =
      switch entry.kind {
      case .message: nil
      case .edit: "edit"
      case .removal: "removal"
      }
  }

  func encode(to encoder: any Encoder) throws {
    try found.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(change, forKey: .change)
    try container.encodeIfPresent(thread, forKey: .thread)
  }
}

/// How the entries of a room's history are printed.
@MainActor
struct EntryOutput {
  let isJSON: Bool
  private let text = HistoryText(secondsFromUTC: { LocalTime.secondsEastOfUTC(at: $0) })

  init(json: Bool) { isJSON = json }

  /// What to write of an entry: safe to show on a terminal, without a line break at its end.
  func string(_ entry: HistoryEntry) throws -> String {
    if isJSON { return try JSONOutput.text(EntryRecord(entry)) }
    return Output.paragraph(text.line(entry))
  }
}
