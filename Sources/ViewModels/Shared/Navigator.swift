package import Models
package import Signals

/// Navigation requests of view models; the main screen's view model carries them out.
package final class Navigator {
  /// Rooms to open.
  package let rooms = Subject<RoomID, Never>()
  /// People whose profiles to open.
  package let profiles = Subject<UserID, Never>()

  package init() {}
}
