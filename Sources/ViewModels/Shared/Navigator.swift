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

  /// Messages to show where they stand, instead of what is open.
  let messages = Subject<MessageJump, Never>()

  /// What the composer's commands ask for.
  let commands = Subject<ComposerCommand, Never>()

  package init() {}
}
