import Controllers
import Models
import Signals

/// The content and commands of a room row.
///
/// A row on the screen has content; its commands are made when somebody uses them.
final class RoomRowParts {
  let content: MutableProperty<RoomRowContent>
  let busyText: Property<String>
  let errorText: Property<String>
  private(set) lazy var open = makeOpen()
  private(set) lazy var answers = InviteAnswers(
    id, content, busy: busy, error: error, rooms: rooms, navigator: navigator)

  private let id: RoomID
  private let busy = MutableProperty("")
  private let error = MutableProperty("")
  private let rooms: any RoomsController
  private let navigator: Navigator

  init(
    _ id: RoomID, _ content: RoomRowContent, rooms: any RoomsController, navigator: Navigator
  ) {
    self.id = id
    self.content = MutableProperty(content)
    (busyText, errorText) = (busy, error)
    self.rooms = rooms
    self.navigator = navigator
  }

  private func makeOpen() -> Command<Void, Void, Never> {
    let (id, navigator) = (id, navigator)
    return Command(isEnabled: content.map { !$0.isPending }) { _ in
      navigator.rooms.send(id)
      return .empty
    }
  }
}
