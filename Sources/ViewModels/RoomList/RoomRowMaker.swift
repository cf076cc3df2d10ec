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
  /// The room whose newest messages are in front.
  private let reading: Property<RoomID?>
  private var seen: SeenCounts?
  private let navigator: Navigator

  init(
    ownID: UserID, rooms: any RoomsController, drafts: Property<Set<RoomID>>,
    lookAlikes: Property<[RoomID: String]>, reading: Property<RoomID?>, navigator: Navigator
  ) {
    self.ownID = ownID
    self.rooms = rooms
    self.drafts = drafts
    self.lookAlikes = lookAlikes
    self.reading = reading
    self.navigator = navigator
  }

  func content(of room: Room, isSelected: Bool) -> RoomRowContent {
    contentCount += 1
    return RoomRowContent(
      seen(room), isSelected: isSelected,
      hasDraft: drafts.value.contains(room.id), alikePart: lookAlikes.value[room.id], ownID: ownID)
  }

  /// The room as it counts while its newest messages are in front, or as it is.
  func seen(_ room: Room) -> Room {
    guard reading.value == room.id else {
      if seen?.isOf(room) == true { seen = nil }
      return room
    }
    var counts = seen.flatMap { $0.isOf(room) ? $0 : nil } ?? SeenCounts(room)
    defer { seen = counts }
    return counts.shown(room)
  }

  func parts(of room: Room, isSelected: Bool) -> RoomRowParts {
    RoomRowParts(
      room.id, content(of: room, isSelected: isSelected), rooms: rooms, navigator: navigator)
  }
}
