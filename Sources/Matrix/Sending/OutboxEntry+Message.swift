import Models

extension OutboxEntry {
  /// The message as it stands at the end of its room; nil when the file held a malformed id.
  func message(by sender: UserID) -> Message? {
    guard let transaction = TransactionID(transaction), let room = RoomID(room) else { return nil }
    let delivery: Message.Delivery =
      if case .failed(let status, let code) = state {
        .failed(status: status, code: code)
      } else {
        .sending
      }
    return Message(
      id: Message.ID(transaction), roomID: room, sender: sender,
      timestamp: Timestamp(clamping: createdAt), content: .text(TextContent(body: text)),
      delivery: delivery)
  }

  var isFailed: Bool {
    if case .failed = state { true } else { false }
  }
}
