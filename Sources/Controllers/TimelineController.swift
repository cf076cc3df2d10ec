package import Models
package import Signals

/// The history of rooms.
package protocol TimelineController: Sendable {
  /// The loaded part of a room's history with unsent messages at its end: the current one at once,
  /// then each change.
  func timeline(of room: RoomID) -> Signal<Timeline, Never>

  /// Loads one page of older messages into the timeline; completes when they are there.
  ///
  /// Completes at once when the start of the room is loaded.
  func loadOlder(in room: RoomID) -> Signal<Void, RequestError>
}

/// The loaded part of a room's history.
package struct Timeline: Hashable, Sendable {
  package let roomID: RoomID
  /// Oldest first, in the order of the server; what is not sent yet stands last.
  package var messages: [Message]
  /// What is known of the senders and of people named in the messages.
  package var people: [UserID: User]
  /// True when the server has older messages.
  package var hasOlder: Bool
  /// The newest event that the account had read when the timeline was last opened elsewhere.
  package var readUpTo: EventID?
  /// True from the first `m.room.encryption` event on, for good.
  package var isEncrypted: Bool

  package init(
    roomID: RoomID, messages: [Message] = [], people: [UserID: User] = [:], hasOlder: Bool = true,
    readUpTo: EventID? = nil, isEncrypted: Bool = false
  ) {
    self.roomID = roomID
    self.messages = messages
    self.people = people
    self.hasOlder = hasOlder
    self.readUpTo = readUpTo
    self.isEncrypted = isEncrypted
  }
}
