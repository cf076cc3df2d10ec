import MatrixWire
import Models

/// What one event means for a room's history.
enum TimelineItem: Sendable {
  /// The event is a line.
  case line(Line, edit: Edit?)
  /// The event replaces a line's content.
  case edit(Edit)
  /// The event removes a line's content.
  case redaction(Redaction)
  /// The event is a reaction to a line.
  case reaction(Annotation)
  /// The event is a vote in a poll.
  case vote(Vote)
  /// The event ends a poll, if its sender may.
  case pollEnd
  /// The event shows nothing: a state change without a line, an unknown event.
  case silent

  /// An event in the history, whether visible or not; a read marker can point to it.
  struct Event: Sendable {
    let id: EventID
    let item: TimelineItem
  }
}

/// An event that is a line of the history, as it was sent.
struct Line: Hashable, Sendable {
  let eventID: EventID
  let sender: UserID
  let timestamp: Timestamp
  let type: String
  let content: MessageContent
  /// The transaction id under which this device sent the event, if it did.
  let transaction: TransactionID?
  let isRedacted: Bool
  let removal: Removal?
  let mentions: Mentions?
  let reply: Reply?
  /// What to type to send the text again; nil when it is the body.
  let typed: TypedText?
  /// The event whose thread the line belongs to.
  var thread: EventID?
}

/// Who removed the content of a line, and why.
struct Removal: Hashable, Sendable {
  let user: UserID
  let reason: String?

  init(user: UserID, reason: String?) {
    self.user = user
    self.reason = reason?.nonEmpty(cutToBytes: Limits.name)
  }
}

/// Replacement content for a line.
struct Edit: Hashable, Sendable {
  let eventID: EventID
  let target: EventID
  let sender: UserID
  let type: String
  let timestamp: Timestamp
  let content: MessageContent
  let mentions: Mentions?
  let typed: TypedText?
}

/// The removal of a line's content.
struct Redaction: Hashable, Sendable {
  let eventID: EventID
  let target: EventID
  let sender: UserID
  let timestamp: Timestamp
}
