import Controllers
import Models

/// A message that a search has found.
public nonisolated struct FoundRow: Equatable, Sendable {
  /// A part of the message's line.
  public struct Piece: Equatable, Sendable {
    /// The text.
    public let text: String
    /// Whether it is a word that was searched for.
    public let isHit: Bool
    /// Whether the words are the program's, and not the sender's.
    public let isNote: Bool

    package init(text: String, isHit: Bool, isNote: Bool = false) {
      (self.text, self.isHit, self.isNote) = (text, isHit, isNote)
    }
  }

  /// The identity of the entry.
  public let id: RowID
  /// The room; empty where all entries are of one.
  public let roomText: String
  /// The time of today, or the day and the time.
  public let timeText: String
  /// The sender's name.
  public let senderText: String
  /// A number that is stable for each person and selects a colour.
  public let colorIndex: Int
  /// The message around the first word found, on one line.
  public let pieces: [Piece]
  /// Whether the account is no longer in the room.
  public var isLeft: Bool { !refusalText.isEmpty }
  /// Why Enter does nothing with the entry; empty when it goes to the message.
  public let refusalText: String
}

/// A message found, with the part of it that is shown, which may take a while to find in a long one.
nonisolated struct FoundPassage: Sendable {
  let found: FoundMessage
  let pieces: [FoundRow.Piece]

  init(_ found: FoundMessage, _ words: SearchWords) {
    self.found = found
    pieces = words.passage(of: EventText.speech(found.message.content))
  }
}

extension FoundRow {
  init(
    _ passage: FoundPassage, _ words: SearchWords, room: String, now: Timestamp, _ time: TimeText
  ) {
    let found = passage.found
    let name = Names.label(Names.text(found.sender))
    let note = EventText { $0 == found.sender.id ? name : $0.rawValue }.note(found.message)
    var pieces = note.isEmpty ? [] : words.passage(of: note, isNote: true)
    if !pieces.isEmpty, !passage.pieces.isEmpty { pieces.append(Piece(text: " ", isHit: false)) }
    pieces += passage.pieces
    self.init(
      id: RowID("\(found.room.id.rawValue) \(found.message.id.rawValue)"), roomText: room,
      timeText: time.dayAndClock(found.message.timestamp, now: now), senderText: name,
      colorIndex: RowBuilder.colorIndex(found.sender.id), pieces: pieces,
      refusalText: found.room.membership == .joined
        ? "" : "You are no longer in this room: join it to go there")
  }
}
