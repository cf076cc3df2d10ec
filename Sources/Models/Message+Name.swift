extension Message {
  /// Whether an event or transaction is the one of this message.
  package func isNamed(_ name: Message.ID) -> Bool {
    id == name || eventID?.rawValue == name.rawValue
  }

  /// Whether the account is removing the message.
  package var isBeingRemoved: Bool {
    switch pendingChange {
    case .removal, .heldRemoval: true
    case .edit, .vote, .pollEnd, .heldPollEnd, nil: false
    }
  }
}
