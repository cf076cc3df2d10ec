package import Models

extension Timeline {
  /// The history of a room with Ada, Grace and Linus.
  package static func template(
    _ messages: Message..., in room: RoomID = Room.template().id,
    _ change: (inout Timeline.Builder) -> Void = { _ in }
  ) -> Timeline {
    Timeline(
      roomID: room, messages: messages,
      people: Dictionary(uniqueKeysWithValues: [User.ada, .grace, .linus].map { ($0.id, $0) })
    ).with(change)
  }
}
