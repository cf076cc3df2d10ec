package import Models
package import Signals

/// Searches in the messages that this machine keeps.
package protocol SearchController: Sendable {
  /// The newest messages whose current text contains all words of a query, newest first; see `SearchTerms`.
  ///
  /// Needs no network. Case and accents do not matter, and the last word may be the beginning of one.
  /// Messages of people whom the account ignores are left out. Fails with `.storage`.
  ///
  /// - Parameters:
  ///   - times: When the messages were sent: what `SearchTerms.times(secondsFromUTC:)` makes of the query's
  ///     days; nil for any time.
  ///   - room: The only room to search in; nil for all of them, also those that the account has left.
  func messages(
    containing query: String, sent times: Range<Timestamp>?, in room: RoomID?, limit: Int
  ) -> Signal<[FoundMessage], RequestError>
}

/// A message that a search found.
package struct FoundMessage: Hashable, Sendable {
  /// The room of the message.
  package let room: Room
  /// The message.
  package let message: Message
  /// Who wrote it, with their name in the room.
  package let sender: User

  /// Bundles a message with its surroundings.
  package init(room: Room, message: Message, sender: User) {
    self.room = room
    self.message = message
    self.sender = sender
  }
}
