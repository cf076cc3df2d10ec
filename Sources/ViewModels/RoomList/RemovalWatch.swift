import Controllers
import Models
import Signals

/// Tells when others remove the account from rooms: these then leave the list without a word.
final class RemovalWatch {
  private let lifetime = Lifetime()

  /// - Parameter reading: The room whose newest messages are in front: these say it themselves.
  init(rooms: any RoomsController, reading: Property<RoomID?>, notices: Notices) {
    lifetime.add(
      rooms.removals.observe(on: .main).subscribe { removals in
        let untold = removals.filter { $0.room.id != reading.value }
        if let first = untold.first { notices.tell(Self.text(first, untold)) }
      })
  }

  /// "Grace removed you from Tea: off topic", or the rooms alone when there are more.
  private static func text(_ first: OwnRemoval, _ removals: [OwnRemoval]) -> String {
    let room = Names.label(first.room)
    if removals.count > 1 {
      let (others, names) = (removals.count - 2, "\(room) and \(Names.label(removals[1].room))")
      guard others > 0 else { return "You were removed from \(names)" }
      return "You were removed from \(removals.count) rooms, among them \(names)"
    }
    let reason = first.reason.flatMap(Names.visible).map { ": \(Names.brief($0))" } ?? ""
    let verb = first.isBan ? "banned" : "removed"
    return "\(Names.label(first.remover)) \(verb) you from \(room)\(reason)"
  }
}
