package import Models

/// The identity of a thread: the room, and the message that begins it.
package struct ThreadID: Hashable, Sendable {
  /// The room.
  package let room: RoomID
  /// The message that begins the thread: its event, or its transaction until the server has it.
  package let root: Message.ID

  /// Names a thread, whether it has messages or not.
  package init(room: RoomID, root: Message.ID) {
    self.room = room
    self.root = root
  }
}
