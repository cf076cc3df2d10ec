extension Message {
  /// The delivery state of a message.
  package typealias Delivery = Models.Delivery
}

extension Room {
  /// The account's relation to a room.
  package typealias Membership = RoomMembership
  /// Of which messages of a room the account wants to be told.
  package typealias Alerts = RoomAlerts
}

extension TextContent {
  /// How a text is meant.
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
