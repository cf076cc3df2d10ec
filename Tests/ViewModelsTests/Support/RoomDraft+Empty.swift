import Models
import Support
import ViewModels

@MainActor
extension RoomDraft {
  /// A draft that nothing was left in, and which nobody keeps.
  static var empty: RoomDraft {
    RoomDraft(room: Room.template().id, places: FakePlacesController())
  }
}
