import Models

/// A message where it is shown.
nonisolated struct MessagePlace: Hashable, Sendable {
  let message: Message.ID
  let room: RoomID
  /// What is shown of the room.
  let subject: ConversationSubject
}

/// The way to a message that is shown elsewhere.
nonisolated struct MessageJump: Hashable, Sendable {
  let target: MessagePlace
  /// The places to go back to from there; the last one first.
  let origins: [MessagePlace]
}
