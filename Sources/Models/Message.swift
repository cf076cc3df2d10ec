/// One line of a room's history: a message, or a change of state worth a line.
package struct Message: Hashable, Sendable, Identifiable {
  /// The identity of a message: the same from the moment it is sent until the server's copy.
  ///
  /// It is the transaction's id for what this program sent, and else the event's.
  package struct ID: Hashable, Sendable {
    package let rawValue: String

    package init(_ event: EventID) { rawValue = event.rawValue }
    package init(_ transaction: TransactionID) { rawValue = transaction.rawValue }
  }

  /// How far a message is on its way to the server.
  package enum Delivery: Hashable, Sendable {
    /// Waiting for its turn or for the network.
    case sending
    /// The server has it.
    case sent
    /// The server refused it for good; it waits for a retry or to be discarded.
    case failed(status: Int?, code: String?)
  }

  package let id: ID
  package var roomID: RoomID
  package var sender: UserID
  package var timestamp: Timestamp
  package var content: MessageContent
  /// The server's id; nil until the server has the message.
  package var eventID: EventID?
  package var delivery: Delivery
  package var isEdited: Bool

  package init(
    id: ID, roomID: RoomID, sender: UserID, timestamp: Timestamp, content: MessageContent,
    eventID: EventID? = nil, delivery: Delivery = .sent, isEdited: Bool = false
  ) {
    self.id = id
    self.roomID = roomID
    self.sender = sender
    self.timestamp = timestamp
    self.content = content
    self.eventID = eventID
    self.delivery = delivery
    self.isEdited = isEdited
  }

  /// A copy with some fields changed.
  package func with(_ change: (inout Message) -> Void) -> Message {
    var copy = self
    change(&copy)
    return copy
  }
}
