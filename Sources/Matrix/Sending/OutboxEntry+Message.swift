import Models

extension OutboxEntry {
  /// The message as it appears at the end of its room.
  func message(by sender: UserID) -> Message {
    let delivery: Message.Delivery =
      switch state {
      case .waiting, .unconfirmed: .sending
      case .failed(let status, let code): .failed(status: status, code: code)
      case .unknown: .failed(status: nil, code: nil)
      }
    return Message(
      id: Message.ID(transaction), roomID: room, sender: sender,
      timestamp: Timestamp(clamping: createdAt), content: .text(TextContent(body: text)),
      delivery: delivery)
  }

  /// Whether the message waits for the user rather than the network.
  ///
  /// A state that a newer version of the program wrote also waits for the user.
  var isFailed: Bool {
    switch state {
    case .waiting, .unconfirmed: false
    case .failed, .unknown: true
    }
  }
}
