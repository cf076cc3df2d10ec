import Controllers
import Models
import Signals

/// Creates the contents and commands of room rows.
final class RoomRowMaker {
  /// How often row texts were created, for tests.
  private(set) var contentCount = 0
  private let ownID: UserID
  private let rooms: any RoomsController
  /// The rooms with an unsent draft.
  private let drafts: Property<Set<RoomID>>
  /// The rooms whose names look like others, with what tells their addresses apart.
  private let lookAlikes: Property<[RoomID: String]>
  private let navigator: Navigator

  init(
    ownID: UserID, rooms: any RoomsController, drafts: Property<Set<RoomID>>,
    lookAlikes: Property<[RoomID: String]>, navigator: Navigator
  ) {
    self.ownID = ownID
    self.rooms = rooms
    self.drafts = drafts
    self.lookAlikes = lookAlikes
    self.navigator = navigator
  }

  func content(of room: Room, isSelected: Bool) -> RoomRowContent {
    contentCount += 1
    return RoomRowContent(
      room, isSelected: isSelected,
      hasDraft: drafts.value.contains(room.id), alikePart: lookAlikes.value[room.id], ownID: ownID)
  }

  func parts(of room: Room, isSelected: Bool) -> RoomRowParts {
    RoomRowParts(
      room.id, content(of: room, isSelected: isSelected), rooms: rooms, navigator: navigator)
  }
}
