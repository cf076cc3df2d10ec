package import Controllers
package import Models
package import Signals

/// Navigation requests of view models; the main screen's view model carries them out.
package final class Navigator {
  /// Rooms to open.
  package let rooms = Subject<RoomID, Never>()
  /// Rooms that were just joined.
  package let joined = Subject<RoomID, Never>()
  /// Rooms that took the place of others, to join when the user agrees.
  package let replacements = Subject<RoomID, Never>()
  /// People whose profiles to open.
  package let profiles = Subject<UserID, Never>()

  /// Messages to show where they stand, beside what is open.
  package let messages = Subject<MessagePlace, Never>()

  /// Words to search messages for; nil for those of the last search.
  package let searches = Subject<String?, Never>()

  package init() {}
}

/// A message where it stands.
package nonisolated struct MessagePlace: Hashable, Sendable {
  /// The message.
  package let message: Message.ID
  /// The room.
  package let room: RoomID
  /// What shows it of the room.
  package let home: MessageHome
  /// The message of the open conversation from which the user comes; nil when it is none.
  package let origin: Message.ID?

  package init(
    _ message: Message.ID, in room: RoomID, _ home: MessageHome, from origin: Message.ID? = nil
  ) {
    (self.message, self.room, self.home, self.origin) = (message, room, home, origin)
  }
}
