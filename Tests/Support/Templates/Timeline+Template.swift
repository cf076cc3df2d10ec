package import Controllers
package import Models

extension Timeline {
  /// The history of a room with Ada, Grace and Linus.
  package static func template(
    _ messages: Message..., in room: RoomID = Room.template().id,
    _ change: (inout Timeline) -> Void = { _ in }
  ) -> Timeline {
    var timeline = Timeline(
      roomID: room, messages: messages,
      people: Dictionary(uniqueKeysWithValues: [User.ada, .grace, .linus].map { ($0.id, $0) }))
    change(&timeline)
    return timeline
  }
}
