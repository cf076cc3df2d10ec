import Models

/// A message on its way to the server, as it is kept across restarts.
struct OutboxEntry: Codable, Hashable, Sendable {
  /// How far the message is.
  enum State: Codable, Hashable, Sendable {
    case waiting
    /// The server said that it has the message, but not under which id.
    case unconfirmed
    /// The server refused it for good.
    case failed(status: Int?, code: String?)
  }

  /// Fixed for life: by it the server recognises a repetition.
  let transaction: String
  let room: String
  let text: String
  /// Milliseconds since 1970.
  let createdAt: Int64
  /// When it was first given to the network; a server forgets transactions after a day.
  var firstAttempt: Int64?
  var state: State = .waiting

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
