import MatrixWire
import Models

/// What one event means for a room's history.
enum TimelineItem: Sendable {
  /// A line of its own.
  case line(Line, edit: Edit?)
  /// Other content for a line.
  case edit(Edit)
  /// A line to be emptied.
  case redaction(Redaction)
  /// Nothing to see: a reaction, a change of state that is not told, an unknown event.
  case silent

  /// The event's place among the newest: what a read marker can point to.
  struct Event: Sendable {
    let id: EventID
    let item: TimelineItem
  }
}

/// One event that is a line of the history, as it was sent.
struct Line: Hashable, Sendable {
  let eventID: EventID
  let sender: UserID
  let timestamp: Timestamp
  let type: String
  let content: MessageContent
  /// The name of the request that sent the event, when this device sent it.
  let transaction: TransactionID?
  let isRedacted: Bool
  let removedBy: UserID?
  let mentions: Mentions?
  /// The token from which events before this line can be asked for, where one is known.
  var tokenBefore: String?
}

/// Other content for a line.
struct Edit: Hashable, Sendable {
  let eventID: EventID
  let target: EventID
  let sender: UserID
  let type: String
  let timestamp: Timestamp
  let content: MessageContent
  let mentions: Mentions?

  /// Whether this edit counts and not the other, in whatever order they are met.
  ///
  /// It is the newest by time, then the one with the greater event id.
  /// Source: Matrix client-server API, "Event replacements".
  func isNewer(than other: Edit) -> Bool {
    timestamp == other.timestamp
      ? eventID.rawValue > other.eventID.rawValue : timestamp > other.timestamp
  }
}

/// The removal of a line's content.
struct Redaction: Hashable, Sendable {
  let eventID: EventID
  let target: EventID
  let sender: UserID
  let timestamp: Timestamp

  /// Whether this redaction is the one that counts of two, in whatever order they are met.
  func isOlder(than other: Redaction) -> Bool {
    timestamp == other.timestamp
      ? eventID.rawValue < other.eventID.rawValue : timestamp < other.timestamp
  }
}
