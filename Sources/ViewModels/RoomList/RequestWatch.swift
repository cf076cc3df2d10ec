import Controllers
import Models
import Signals

/// Tells when a request of the account to join a room has ended without an invite: the room then leaves the
/// list without a word.
final class RequestWatch {
  /// "Tea: your request to join has ended without an invite"; empty at first.
  let noticeText: Property<String>

  private let notice = MutableProperty("")
  /// The names of the rooms that the account asks to join.
  private var asked: [RoomID: String] = [:]
  /// Rooms whose requests the user takes back here.
  private var withdrawn: Set<RoomID> = []
  private let lifetime = Lifetime()

  init(rooms: any RoomsController) {
    noticeText = notice
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
    // The same words may be told again.
    notice.value = ""
    notice.value = "\(name): your request to join has ended without an invite"
  }
}
