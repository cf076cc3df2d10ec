package import Models

/// A message or an invite that has just come, and of which the account's push rules tell.
package struct NewMessage: Hashable, Sendable {
  /// The room, with this message in it.
  package var room: Room
  /// Nil for an invite to the room.
  package var message: Message?
  /// Who wrote it or invites, as the room names them.
  package var sender: User
  /// Whether it mentions the account, or has a word that a rule looks for.
  package var isMention: Bool
  /// Whether the rules want it to be heard.
  package var sounds: Bool

  package init(
    room: Room, message: Message?, sender: User, isMention: Bool = false, sounds: Bool = false
  ) {
    self.room = room
    self.message = message
    self.sender = sender
    self.isMention = isMention
    self.sounds = sounds
  }
}
