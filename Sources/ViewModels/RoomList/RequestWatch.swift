import Controllers
import Models
import Signals

/// Tells when a request of the account to join a room has ended without an invite: the room then leaves the
/// list without a word.
final class RequestWatch {
  private let notices: Notices
  /// The names of the rooms that the account asks to join.
  private var asked: [RoomID: String] = [:]
  /// Rooms whose requests the user takes back here.
  private var withdrawn: Set<RoomID> = []
  private let lifetime = Lifetime()

  init(rooms: any RoomsController, notices: Notices) {
    self.notices = notices
    lifetime.add(
      rooms.roomChanges.observe(on: .main).subscribe { [weak self] change in
        switch change {
        case .all(let rooms): self?.replace(rooms)
        case .changed(let rooms): for room in rooms { self?.follow(room) }
        }
      })
  }

  /// The user takes a request back, and needs no word of it.
  func withdraw(_ room: RoomID) { withdrawn.insert(room) }

  private func replace(_ rooms: [Room]) {
    asked = [:]
    for room in rooms { follow(room) }
  }

  private func follow(_ room: Room) {
    guard room.membership != .asking else {
      return asked[room.id] = Names.label(room)
    }
    guard !asked.isEmpty, let name = asked.removeValue(forKey: room.id) else { return }
    let isWanted = withdrawn.remove(room.id) != nil
    guard room.membership == .left, !isWanted else { return }
    notices.tell("\(name): your request to join has ended without an invite")
  }
}
