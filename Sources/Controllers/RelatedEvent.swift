package import Models

/// An event about a message that has no line of its own.
package struct RelatedEvent: Hashable, Sendable {
  /// What it does with the message.
  package enum Kind: Hashable, Sendable {
    case edit, reaction, vote, pollEnd, removal
  }

  /// Names it where messages are named.
  package var id: Message.ID
  /// What it does.
  package var kind: Kind
  /// Who sent it.
  package var sender: UserID
  /// When it was sent.
  package var timestamp: Timestamp

  /// Creates an event.
  package init(id: Message.ID, kind: Kind, sender: UserID, timestamp: Timestamp) {
    self.id = id
    self.kind = kind
    self.sender = sender
    self.timestamp = timestamp
  }
}
