extension Message {
  /// How far a message is on its way to the server.
  package typealias Delivery = Models.Delivery
}

extension Room {
  /// The account's relation to a room.
  package typealias Membership = RoomMembership
}

extension TextContent {
  /// The voice of a text.
  package typealias Kind = TextKind
}

extension MembershipChange {
  /// The kinds of change.
  package typealias Kind = MembershipKind
}

extension FileContent {
  /// The kinds of files.
  package typealias Kind = FileKind
}
