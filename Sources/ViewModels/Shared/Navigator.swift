package import Models
package import Signals

/// Where view models ask to go; the main screen's view model listens and goes there.
package final class Navigator {
  /// Rooms to open.
  package let rooms = Subject<RoomID, Never>()
  /// People whose profiles to open.
  package let profiles = Subject<UserID, Never>()

  package init() {}
}
