package import Models

extension Timestamp {
  /// Thursday, 20 November 2025, 12:30 UTC.
  package static let noon = Timestamp(milliseconds: 1_763_641_800_000)

  /// The given number of minutes after noon.
  package static func noon(plusMinutes minutes: Int64) -> Timestamp {
    Timestamp(milliseconds: noon.milliseconds + minutes * 60_000)
  }
}

extension Message {
  /// A text message that the server has; its ID is `$` and the name.
  package static func template(
    _ name: String, _ body: String = "hello", from sender: User = .grace, minute: Int64 = 0,
    in room: RoomID = Room.template().id, _ change: (inout Message.Builder) -> Void = { _ in }
  ) -> Message {
    let event = EventID.template("$\(name)")
    return Message(
      id: ID(event), roomID: room, sender: sender.id, timestamp: .noon(plusMinutes: minute),
      content: .text(TextContent(body: body)), eventID: event
    ).with(change)
  }

  /// A text message that Ada is sending; its transaction ID is the name.
  package static func outgoing(
    _ name: String, _ body: String = "hello", minute: Int64 = 0,
    delivery: Delivery = .sending, in room: RoomID = Room.template().id
  ) -> Message {
    Message(
      id: ID(TransactionID.template(name)), roomID: room, sender: User.ada.id,
      timestamp: .noon(plusMinutes: minute), content: .text(TextContent(body: body)),
      delivery: delivery)
  }
}
