package import Models

/// A message that a room shows as an important one.
package struct PinnedMessage: Hashable, Sendable {
  /// The message.
  package var id: Message.ID
  /// What it says, as far as that is known.
  package var quote: ReplyQuote
  /// Its sender; nil while it is not known.
  package var sender: User?
  /// When it was sent; nil while it is not known.
  package var timestamp: Timestamp?

  /// Creates a message; by default nothing is known of it.
  package init(
    id: Message.ID, quote: ReplyQuote = .loading, sender: User? = nil, timestamp: Timestamp? = nil
  ) {
    self.id = id
    self.quote = quote
    self.sender = sender
    self.timestamp = timestamp
  }
}
